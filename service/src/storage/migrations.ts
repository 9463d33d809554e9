import { sql } from 'kysely';
import { StorageError } from '../common/storage-error.ts';
import type { Migration } from './schema-steps.ts';
import { initialTables, openUploadsIndex, signIns } from './schema-steps.ts';
import type { Db } from './tables.ts';

/**
 * In order; the version of a schema is how many of them it has seen. A released step is never changed.
 *
 * The schema goes forward while processes of the version before are running: expand, then contract. A release that needs
 * another form of something adds the new form beside the old one by an `additive` step, and writes both. Processes of the
 * release before go on working, and even start on the folder: what they do not know is of no concern to them. A later
 * release, whose notes say that all processes must be of the one in between, reads the new form alone, and takes the old
 * one away by a step that is not additive. Whoever does not know such a step is refused at start, and one that runs
 * already says at `/readyz` that it is to be stopped.
 */
export const migrations: readonly Migration[] = [initialTables, signIns, openUploadsIndex];

/**
 * Brings the schema up to date in one transaction, so that of several processes starting at once one does it and the
 * others find it done.
 *
 * @throws {StorageError} `newer-schema` when the folder has seen steps that this version does not know, and that are not
 * all additive.
 */
export async function migrate(db: Db, steps: readonly Migration[] = migrations): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await createStepsTable(transaction);
    const done = await appliedSteps(transaction);
    rejectUnknownSteps(done, steps);
    for (const [index, { name, additive, up }] of steps.entries()) {
      if (index < done.length) continue;
      await up(transaction);
      await sql`INSERT INTO schema_steps (step, name, additive) VALUES (${index + 1}, ${name}, ${additive ? 1 : 0})`.execute(
        transaction,
      );
    }
  });
}

/**
 * Checks, for a process that runs, that no other one has taken the schema where this one cannot follow.
 *
 * @throws {StorageError} `newer-schema`
 */
export async function checkSchema(db: Db, steps: readonly Migration[] = migrations): Promise<void> {
  rejectUnknownSteps(await appliedSteps(db), steps);
}

/** A step that a folder has seen. */
interface AppliedStep {
  readonly step: number;
  readonly name: string;
  /** 1 or 0. */
  readonly additive: number;
}

async function createStepsTable(db: Db): Promise<void> {
  await sql`CREATE TABLE IF NOT EXISTS schema_steps (step INTEGER PRIMARY KEY, name TEXT NOT NULL, additive INTEGER NOT NULL DEFAULT 0)`.execute(
    db,
  );
  // Folders that were made before steps could be additive.
  const { rows } = await sql`SELECT 1 FROM pragma_table_info('schema_steps') WHERE name = 'additive'`.execute(db);
  if (rows.length === 0) await sql`ALTER TABLE schema_steps ADD COLUMN additive INTEGER NOT NULL DEFAULT 0`.execute(db);
}

async function appliedSteps(db: Db): Promise<readonly AppliedStep[]> {
  const { rows } = await sql<AppliedStep>`SELECT step, name, additive FROM schema_steps ORDER BY step`.execute(db);
  return rows;
}

function rejectUnknownSteps(done: readonly AppliedStep[], steps: readonly Migration[]): void {
  for (const [index, { step, name, additive }] of done.entries()) {
    const known = steps[index];
    if (known === undefined ? additive === 1 : known.name === name) continue;
    throw new StorageError(
      'newer-schema',
      `The data folder has taken the step ${step} (${name}) of its schema, which this version of the service ${
        known === undefined ? 'does not know' : `knows as ${known.name}`
      }. Start the version that made it, or a newer one, or restore a backup.`,
    );
  }
}
