import type { Migration } from './schema-steps.ts';

/** The keys of tenants that seal the bytes of files. */
export const dataKeys: Migration = {
  name: 'data-keys',
  additive: true,
  async up(db) {
    await db.schema
      .createTable('data_keys')
      .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('client_id', 'integer')
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('sealed_by', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text')
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .execute();
  },
};
