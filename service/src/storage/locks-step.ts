import type { Migration } from './schema-steps.ts';

/** Folders whose files nobody may remove or replace, and the requests to release them. */
export const locks: Migration = {
  name: 'locks',
  additive: true,
  async up(db) {
    await db.schema
      .createTable('locks')
      .addColumn('folder_id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('until_at', 'integer', (column) => column.notNull())
      .addColumn('keep', 'integer', (column) => column.notNull())
      .addColumn('released_until', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('lock_releases')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('folder_id', 'text', (column) => column.notNull())
      .addColumn('requested_by', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('requested_at', 'integer', (column) => column.notNull())
      .addColumn('approved_by', 'text')
      .execute();
  },
};
