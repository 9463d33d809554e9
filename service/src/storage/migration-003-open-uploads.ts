import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What uploads that are not finished hold is asked for often, and most are finished. */
export const openUploadsIndex: Migration = {
  name: 'open-uploads',
  additive: true,
  async up(db) {
    await db.schema
      .createIndex('open_uploads')
      .on('uploads')
      .column('held')
      .where(sql.ref('finished_at'), 'is', null)
      .execute();
  },
};
