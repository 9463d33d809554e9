import type { Migration } from './schema-steps.ts';

/** Rows whose hash or seal depends on a service key. */
const keyedTables = [
  'api_keys',
  'folder_keys',
  'promotions',
  'session_tokens',
  'pending_sign_ins',
  'used_assertions',
  'uploads',
  'identity_providers',
];

/** Service keys, the processes that know them, and the key that each keyed hash and each seal depends on. */
export const serviceKeys: Migration = {
  name: 'service-keys',
  additive: true,
  async up(db) {
    await db.schema
      .createTable('service_keys')
      .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('added_at', 'integer')
      .addColumn('current_at', 'integer')
      .addColumn('retired_at', 'integer')
      .execute();
    await db.schema
      .createTable('key_holders')
      .addColumn('process', 'text', (column) => column.notNull().primaryKey())
      .addColumn('keys', 'text', (column) => column.notNull())
      .addColumn('current', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'integer', (column) => column.notNull())
      .execute();
    for (const keyed of keyedTables) await db.schema.alterTable(keyed).addColumn('key_id', 'text').execute();
  },
};
