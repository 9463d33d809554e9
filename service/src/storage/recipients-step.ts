import type { ColumnDefinitionBuilder } from 'kysely';
import type { Migration } from './schema-steps.ts';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** Shares of folders, and the people who get an e-mail when files have arrived. */
export const recipients: Migration = {
  name: 'recipients',
  additive: true,
  async up(db) {
    await db.schema
      .createTable('shares')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('key_id', 'text', required)
      .addColumn('folder_id', 'text', required)
      .addColumn('label', 'text')
      .addColumn('password_hash', 'text')
      .addColumn('max_downloads', 'integer')
      .addColumn('downloads', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'integer', required)
      .addColumn('created_by', 'text', required)
      .addColumn('expires_at', 'integer', required)
      .addColumn('revoked_at', 'integer')
      .execute();
    await db.schema
      .createTable('share_credits')
      .addColumn('share_id', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('bytes', 'bigint', required)
      .addPrimaryKeyConstraint('share_credits_key', ['share_id', 'name'])
      .execute();
    await db.schema
      .createTable('mail_recipients')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('folder_id', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('address_folded', 'text', required)
      .addColumn('created_at', 'integer', required)
      .addUniqueConstraint('one_recipient_of_an_address', ['folder_id', 'address_folded'])
      .execute();
    await db.schema
      .createTable('mail_files')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('event_id', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('size', 'bigint', required)
      .addColumn('digest', 'text', required)
      .addColumn('at', 'integer', required)
      .execute();
    await db.schema.createIndex('shares_by_folder').on('shares').column('folder_id').execute();
    await db.schema.createIndex('mail_files_by_event').on('mail_files').column('event_id').execute();
  },
};
