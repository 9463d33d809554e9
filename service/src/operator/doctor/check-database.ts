import { sql } from 'kysely';
import { StorageError } from '../../common/storage-error.ts';
import type { Settings } from '../../config/settings.ts';
import { hasErasure } from '../../storage/erasure.ts';
import { aheadText, ExpiryClock, newestEntry } from '../../storage/expiry-clock.ts';
import { checkSchema, migrations } from '../../storage/migrations.ts';
import type { Migration } from '../../storage/schema-steps.ts';
import type { Db } from '../../storage/tables.ts';
import { type DoctorContext, type Finding, finding } from './doctor-finding.ts';

/** Checks the database file: pages, foreign keys, schema version. */
export async function checkDatabase(db: Db): Promise<readonly Finding[]> {
  try {
    const { rows: pages } = await sql<{ integrity_check: string }>`PRAGMA integrity_check(5)`.execute(db);
    const { rows: references } = await sql<{ table: string; parent: string }>`PRAGMA foreign_key_check`.execute(db);
    const faults = [
      ...pages.flatMap(({ integrity_check }) => (integrity_check === 'ok' ? [] : [integrity_check])),
      ...references.slice(0, 5).map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`),
    ];
    if (faults.length > 0) return [finding('database-damaged', `The database is damaged: ${faults.join('; ')}.`)];
    return await checkVersion(db);
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'failed') throw error;
    return [finding('database-damaged', `The database is damaged: ${error.message}.`)];
  }
}

/** Compares the version of the schema with that of this version of the service. */
export async function checkVersion(db: Db, steps: readonly Migration[] = migrations): Promise<readonly Finding[]> {
  const { rows } = await sql<{ done: number }>`SELECT count(*) AS done FROM schema_steps`.execute(db);
  const done = rows[0]?.done ?? 0;
  if (done < steps.length) {
    return [
      finding(
        'schema-older',
        `The database has schema version ${done}, and this version of the service knows ${steps.length}.`,
      ),
    ];
  }
  try {
    await checkSchema(db, steps);
    return [];
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'newer-schema') throw error;
    return [finding('schema-newer', error.message)];
  }
}

/** Accepted difference between clocks, in milliseconds. */
const tolerance = 60_000;

/** Checks that no erasure was interrupted. */
export async function checkErasure(db: Db): Promise<readonly Finding[]> {
  if (!(await hasErasure(db))) return [];
  return [finding('erasure-unfinished', 'An erasure was interrupted: the database may still have erased data.')];
}

/** Checks that the clock is not so far ahead that the service lets nothing expire. */
export async function checkExpiry(
  db: Db,
  now: () => number,
  { clockDays }: Pick<Settings, 'clockDays'>,
): Promise<readonly Finding[]> {
  const reading = await new ExpiryClock(db, now, clockDays * 86_400_000).read();
  return reading.isAhead ? [finding('clock-ahead', aheadText(reading))] : [];
}

/** Checks that the clock is not behind the newest entry of the database. */
export async function checkClock({ db, now }: DoctorContext): Promise<readonly Finding[]> {
  const newest = await newestEntry(db);
  if (newest <= now + tolerance) return [];
  return [finding('clock-behind', `The clock shows ${text(now)}, and the newest entry is from ${text(newest)}.`)];
}

function text(time: number): string {
  return new Date(time).toISOString();
}
