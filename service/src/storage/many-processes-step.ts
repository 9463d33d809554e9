import { sql } from 'kysely';
import type { Migration } from './schema-steps.ts';

/** What many processes on one database need: attempts reserved by them, when each was last seen, and indexes. */
export const manyProcesses: Migration = {
  name: 'many-processes',
  additive: true,
  async up(db) {
    for (const column of ['reserved', 'reserved_before', 'reserved_period']) {
      await db.schema
        .alterTable('guesses')
        .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
        .execute();
    }
    await db.schema.alterTable('key_holders').addColumn('seen_at', 'integer').execute();
    await db.schema
      .createIndex('pending_sign_ins_by_tenant')
      .on('pending_sign_ins')
      .columns(['client_id', 'expires_at'])
      .execute();
    await db.schema.createIndex('accounts_by_tenant').on('accounts').column('client_id').execute();
    await db.schema
      .createIndex('leased_hook_deliveries')
      .on('hook_deliveries')
      .column('lease_owner')
      .where(sql.ref('lease_owner'), 'is not', null)
      .execute();
  },
};
