import { migrations } from '../migrations.ts';
import type { Migration } from '../schema-steps.ts';

/** The steps that PostgreSQL begins with, in one. */
const inBaseline = 7;

/** The tables of the first PostgreSQL release: those of SQLite at that time, and those of the object store. */
const baseline: Migration = {
  name: 'baseline',
  additive: true,
  async up(db) {
    for (const step of migrations.slice(0, inBaseline)) await step.up(db);
    await db.schema
      .createTable('extents')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('upload_id', 'text')
      .addColumn('at', 'bigint')
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addUniqueConstraint('one_extent_at_an_offset', ['upload_id', 'at'])
      .execute();
    await db.schema
      .createTable('tail')
      .addColumn('upload_id', 'text', (column) => column.notNull().references('uploads.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('tail_key', ['upload_id', 'at'])
      .execute();
    await db.schema
      .createTable('deletions')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('after_at', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('deletions_by_time').on('deletions').column('after_at').execute();
  },
};

/** The steps of PostgreSQL, in order: its baseline, and the steps that both databases share from then on. */
export const postgresMigrations: readonly Migration[] = [baseline, ...migrations.slice(inBaseline)];
