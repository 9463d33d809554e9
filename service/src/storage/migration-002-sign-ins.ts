import type { Migration } from './migration.ts';

/** What sign-ins need beside the pending ones: which assertions were used, and indexes to forget what is over by. */
export const signIns: Migration = {
  name: 'sign-ins',
  additive: true,
  async up(db) {
    await db.schema
      .createTable('used_assertions')
      .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('expires_at', 'integer', (column) => column.notNull())
      .execute();
    for (const table of ['used_assertions', 'pending_sign_ins', 'session_tokens']) {
      await db.schema.createIndex(`${table}_by_expiry`).on(table).column('expires_at').execute();
    }
    await db.schema.createIndex('session_tokens_by_account').on('session_tokens').column('account_id').execute();
  },
};
