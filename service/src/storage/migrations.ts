import { sql } from 'kysely';
import { StorageError } from '../common/storage-error.ts';
import { dataKeys } from './data-keys-step.ts';
import { isPostgres, lockSection } from './engine.ts';
import { locks } from './locks-step.ts';
import { manyProcesses } from './many-processes-step.ts';
import { operatorSessions } from './operator-sessions-step.ts';
import { organisationAccounts } from './organisation-accounts-step.ts';
import { recipients } from './recipients-step.ts';
import { removedParts } from './removed-parts-step.ts';
import {
  accountChecks,
  digests,
  hookDeliveries,
  initialTables,
  lastUseOfKeys,
  type Migration,
  openUploadsIndex,
  policies,
  quarantine,
  signIns,
} from './schema-steps.ts';
import { serviceKeys } from './service-keys-step.ts';
import type { Db } from './tables.ts';

/**
 * In order; the schema version is the number of applied steps. A released step is never changed.
 *
 * Migrations run while processes of the previous version are running: expand, then contract. A release that changes the
 * form of data adds the new form beside the old one by an `additive` step, and writes both. Processes of the previous
 * release keep working and can still start on the folder. A later release, which requires that all processes run the
 * release in between, reads the new form only and removes the old one by a step that is not additive. A process that does
 * not know such a step does not start; a running one fails `/readyz` until it is stopped.
 */
export const migrations: readonly Migration[] = [
  initialTables,
  signIns,
  openUploadsIndex,
  digests,
  accountChecks,
  policies,
  lastUseOfKeys,
  hookDeliveries,
  serviceKeys,
  manyProcesses,
  removedParts,
  quarantine,
  operatorSessions,
  recipients,
  locks,
  dataKeys,
  organisationAccounts,
];

/**
 * The format of the data in a database: `PRAGMA user_version` of a file, a row of the settings in PostgreSQL. A release
 * increments it when processes of earlier ones must not open the data any more, for whatever reason.
 */
export const dataFormat = 1;

/** Name of the format in the table of settings. */
export const formatName = 'format';

/**
 * Applies missing steps in one transaction, so that only one of several processes starting at once applies them.
 *
 * @throws {StorageError} `newer-schema` when the folder has applied steps that this version does not know and that are
 *   not all additive.
 * @param beforeSteps called with the number of steps that were applied before.
 */
export async function migrate(
  db: Db,
  steps: readonly Migration[] = migrations,
  beforeSteps: (applied: number) => void = () => undefined,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockSection(transaction, 'schema');
    // A step that waits for a long reader would hold up all that come after it.
    if (isPostgres(db)) await sql`SET LOCAL lock_timeout = '5s'`.execute(transaction);
    await createStepsTable(transaction);
    const done = await appliedSteps(transaction);
    // The first step creates the table of settings.
    const format = done.length === 0 && isPostgres(db) ? 0 : await formatOf(transaction);
    rejectUnknownSteps(done, steps);
    beforeSteps(done.length);
    for (const [index, { name, additive, up }] of steps.entries()) {
      if (index < done.length) continue;
      await up(transaction);
      await sql`INSERT INTO schema_steps (step, name, additive) VALUES (${index + 1}, ${name}, ${additive ? 1 : 0})`.execute(
        transaction,
      );
    }
    if (format < dataFormat) await setFormat(transaction);
  });
}

/**
 * Checks, in a running process, that no other process has migrated the schema beyond what this version supports.
 *
 * @throws {StorageError} `newer-schema`
 */
export async function checkSchema(db: Db, steps: readonly Migration[] = migrations): Promise<void> {
  await formatOf(db);
  rejectUnknownSteps(await appliedSteps(db), steps);
}

/** @throws {StorageError} `newer-schema` */
async function formatOf(db: Db): Promise<number> {
  const { rows } = await (isPostgres(db)
    ? sql<{ readonly format: number }>`SELECT value::int4 AS format FROM settings WHERE name = ${formatName}`
    : sql<{ readonly format: number }>`SELECT user_version AS format FROM pragma_user_version`
  ).execute(db);
  const format = rows[0]?.format ?? 0;
  if (format <= dataFormat) return format;
  throw new StorageError(
    'newer-schema',
    `The data has format ${format}, and this version of the service reads formats up to ${dataFormat}. Start the version that wrote it, or a newer one, or restore a backup from before.`,
  );
}

async function setFormat(transaction: Db): Promise<void> {
  const value = String(dataFormat);
  await (isPostgres(transaction)
    ? sql`INSERT INTO settings (name, value) VALUES (${formatName}, ${value}) ON CONFLICT (name) DO UPDATE SET value = ${value}`
    : sql.raw(`PRAGMA user_version = ${value}`)
  ).execute(transaction);
}

/** A step that a folder has applied. */
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
  if (isPostgres(db)) return;
  // Older folders have no `additive` column.
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
      `The schema of the data folder has step ${step} (${name}), which this version of the service ${
        known === undefined ? 'does not know' : `knows as ${known.name}`
      }. Start the version that applied it, or a newer one, or restore a backup.`,
    );
  }
}
