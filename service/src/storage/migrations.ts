import { sql } from 'kysely';
import type { Migration } from './migration.ts';
import { initialTables } from './migration-001-initial.ts';
import { signIns } from './migration-002-sign-ins.ts';
import { StorageError } from './storage-error.ts';
import type { Db } from './tables.ts';

/** In order; the version of a schema is how many of them it has seen. A released step is never changed. */
export const migrations: readonly Migration[] = [initialTables, signIns];

/**
 * Brings the schema up to date in one transaction, so that of several processes starting at once one does it and the
 * others find it done.
 *
 * @throws {StorageError} `newer-schema` when the folder has seen steps that this version does not know.
 */
export async function migrate(db: Db, steps: readonly Migration[] = migrations): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`CREATE TABLE IF NOT EXISTS schema_steps (step INTEGER PRIMARY KEY, name TEXT NOT NULL)`.execute(
      transaction,
    );
    const { rows } = await sql<{ done: number }>`SELECT count(*) AS done FROM schema_steps`.execute(transaction);
    const done = rows[0]?.done ?? 0;
    if (done > steps.length) {
      throw new StorageError(
        'newer-schema',
        `The data folder has schema version ${done}, and this version of the service knows ${steps.length}. Start the newer version, or restore a backup.`,
      );
    }
    for (const [index, step] of steps.entries()) {
      if (index < done) continue;
      await step.up(transaction);
      await sql`INSERT INTO schema_steps (step, name) VALUES (${index + 1}, ${step.name})`.execute(transaction);
    }
  });
}
