import type { Migration } from './schema-steps.ts';

/** Accounts that an organisation's directory maintains, and the tokens by which it does. */
export const organisationAccounts: Migration = {
  name: 'organisation-accounts',
  additive: true,
  async up(db) {
    for (const [column, type] of [
      ['external_id', 'text'],
      ['names', 'text'],
      ['changed_at', 'integer'],
      ['deactivated_at', 'integer'],
    ] as const) {
      await db.schema.alterTable('accounts').addColumn(column, type).execute();
    }
    await db.schema
      .createIndex('accounts_by_external_id')
      .on('accounts')
      .columns(['client_id', 'external_id'])
      .execute();
    await db.schema
      .createTable('scim_tokens')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('key_id', 'text')
      .addColumn('client_id', 'integer', (column) => column.notNull().references('tenants.client_id'))
      .addColumn('removes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('revoked_at', 'integer')
      .addColumn('used_at', 'integer')
      .addColumn('used_from', 'text')
      .execute();
  },
};
