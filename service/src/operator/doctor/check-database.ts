import { sql } from 'kysely';
import { StorageError } from '../../common/storage-error.ts';
import { checkSchema, migrations } from '../../storage/migrations.ts';
import type { Db } from '../../storage/tables.ts';
import type { DoctorContext, Finding } from './doctor-finding.ts';

const fromBackup =
  'Stop the service, keep a copy of the folder, and restore the newest backup without findings of doctor.';

/** Checks the database file: pages, foreign keys, schema version. */
export async function checkDatabase(db: Db): Promise<readonly Finding[]> {
  try {
    const { rows: pages } = await sql<{ integrity_check: string }>`PRAGMA integrity_check(5)`.execute(db);
    const { rows: references } = await sql<{ table: string; parent: string }>`PRAGMA foreign_key_check`.execute(db);
    const faults = [
      ...pages.flatMap(({ integrity_check }) => (integrity_check === 'ok' ? [] : [integrity_check])),
      ...references.slice(0, 5).map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`),
    ];
    if (faults.length > 0) return [damaged(faults.join('; '))];
    return await checkVersion(db);
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'failed') throw error;
    return [damaged(error.message)];
  }
}

function damaged(what: string): Finding {
  return {
    severity: 'error',
    code: 'database-damaged',
    message: `The database is damaged: ${what}.`,
    remedy: fromBackup,
  };
}

async function checkVersion(db: Db): Promise<readonly Finding[]> {
  const { rows } = await sql<{ done: number }>`SELECT count(*) AS done FROM schema_steps`.execute(db);
  const done = rows[0]?.done ?? 0;
  if (done < migrations.length) {
    return [
      {
        severity: 'warning',
        code: 'schema-older',
        message: `The data folder has schema version ${done}, and this version of the service knows ${migrations.length}.`,
        remedy: 'Create a backup, then start the service: it migrates the schema.',
      },
    ];
  }
  try {
    await checkSchema(db);
    return [];
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'newer-schema') throw error;
    const remedy = 'Use the newer version of the service, or restore a backup from before the migration.';
    return [{ severity: 'error', code: 'schema-newer', message: error.message, remedy }];
  }
}

/** Accepted difference between clocks, in milliseconds. */
const tolerance = 60_000;

/** Checks that the clock is not behind the newest entry of the database. */
export async function checkClock({ db, now }: DoctorContext): Promise<readonly Finding[]> {
  const rows = await Promise.all([
    db
      .selectFrom('audit_log')
      .select((at) => at.fn.max('at').as('newest'))
      .executeTakeFirst(),
    db
      .selectFrom('uploads')
      .select((at) => at.fn.max('touched_at').as('newest'))
      .executeTakeFirst(),
    db
      .selectFrom('session_tokens')
      .select((at) => at.fn.max('created_at').as('newest'))
      .executeTakeFirst(),
  ]);
  const newest = Math.max(...rows.map((row) => row?.newest ?? 0));
  if (newest <= now + tolerance) return [];
  return [
    {
      severity: 'error',
      code: 'clock-behind',
      message: `The clock shows ${text(now)}, and the newest entry is from ${text(newest)}.`,
      remedy: 'Set the clock, by NTP for example: sign-ins, promotions and uploads depend on it.',
    },
  ];
}

function text(time: number): string {
  return new Date(time).toISOString();
}
