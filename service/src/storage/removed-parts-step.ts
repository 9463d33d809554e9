import { sql } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Migration } from './schema-steps.ts';

/**
 * Parts that a committed change removed, for a process that is killed before it removes their bytes. Triggers write them, so
 * that no change can forget it. An object store has its own record: the rows of extents.
 */
export const removedParts: Migration = {
  name: 'removed-parts',
  additive: true,
  async up(db) {
    if (isPostgres(db)) return;
    await sql`CREATE TABLE removed_parts (part TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID`.execute(db);
    await sql`
      CREATE TRIGGER parts_of_deleted_files AFTER DELETE ON entries WHEN OLD.content IS NOT NULL
      BEGIN INSERT OR IGNORE INTO removed_parts (part) VALUES (OLD.content); END`.execute(db);
    await sql`
      CREATE TRIGGER parts_of_replaced_files AFTER UPDATE OF content ON entries
      WHEN OLD.content IS NOT NULL AND OLD.content IS NOT NEW.content
      BEGIN INSERT OR IGNORE INTO removed_parts (part) VALUES (OLD.content); END`.execute(db);
    // Its last part may have been published before the commit that a killed process did not reach.
    await sql`
      CREATE TRIGGER parts_of_deleted_uploads AFTER DELETE ON uploads WHEN OLD.finished_at IS NULL
      BEGIN
        INSERT OR IGNORE INTO removed_parts (part)
        VALUES (OLD.id || '.' || OLD.generation), (OLD.id || '.' || OLD.spool_generation);
      END`.execute(db);
  },
};
