import { sharedTime } from './engine.ts';
import type { Db, Tables } from './tables.ts';

/** Name of the fingerprint of the current service key in the table of settings. */
export const fingerprintName = 'key-fingerprint';

/** Stores the fingerprint of the key of a new database. */
export async function storeFirstFingerprint(db: Db, fingerprint: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: fingerprintName, value: fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The fingerprint of the current key; undefined: the database is new. */
export async function findFingerprint(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', fingerprintName).executeTakeFirst();
  return row?.value;
}

export async function setFingerprint(db: Db, value: string): Promise<void> {
  await db.updateTable('settings').set({ value }).where('name', '=', fingerprintName).execute();
}

/** A service key in the database, which stores no key itself. */
export type KeyRow = Readonly<Omit<Tables['service_keys'], 'number'>>;

/** The keys since the first rotation, the oldest first; none before it. */
export async function listKeyRows(db: Db): Promise<readonly KeyRow[]> {
  return await db
    .selectFrom('service_keys')
    .select(['id', 'fingerprint', 'added_at', 'current_at', 'retired_at'])
    .orderBy('number')
    .execute();
}

export async function insertKeyRow(db: Db, row: KeyRow): Promise<void> {
  await db.insertInto('service_keys').values(row).execute();
}

export async function updateKeyRow(
  db: Db,
  id: string,
  times: Partial<Pick<KeyRow, 'current_at' | 'retired_at'>>,
): Promise<void> {
  await db.updateTable('service_keys').set(times).where('id', '=', id).execute();
}

/** The service keys that a process knows. */
export interface KnownKeys {
  /** As `currentProcess` names it. */
  readonly process: string;
  /** Ids. */
  readonly keys: readonly string[];
  /** Id of the key that it uses for new hashes. */
  readonly current: string;
}

/** A process that has the data folder, or the database, open. */
export interface KeyHolder extends KnownKeys {
  /** When it was last seen, in milliseconds since 1970; null: a process of an older version, which does not say. */
  readonly seenAt: number | null;
  /** Milliseconds since then, by the clock that all processes share. */
  readonly unseenFor: number | null;
}

/** How often a process says that it runs, in milliseconds. */
export const seenEvery = 30_000;

/** Milliseconds after which an unseen process counts as ended: it was killed, on another machine perhaps. */
const endedAfter = 120_000;

/** Whether a process has not said for long that it runs. */
export function isUnseen({ unseenFor }: KeyHolder): boolean {
  return unseenFor !== null && unseenFor > endedAfter;
}

/** Stores or updates the keys that a process knows, and the time it was seen. */
export async function saveHolder(db: Db, { process, keys, current }: KnownKeys, now: number): Promise<void> {
  const columns = { keys: keys.join(' '), current, changed_at: now, seen_at: sharedTime(db) };
  await db
    .insertInto('key_holders')
    .values({ process, ...columns })
    .onConflict((conflict) => conflict.column('process').doUpdateSet(columns))
    .execute();
}

export async function removeHolders(db: Db, processes: readonly string[]): Promise<void> {
  if (processes.length === 0) return;
  await db.deleteFrom('key_holders').where('process', 'in', processes).execute();
}

export async function listHolders(db: Db): Promise<readonly KeyHolder[]> {
  const rows = await db
    .selectFrom('key_holders')
    .select(['process', 'keys', 'current', 'seen_at', sharedTime(db).as('now')])
    .orderBy('process')
    .execute();
  return rows.map(({ process, keys, current, seen_at: seenAt, now }) => ({
    process,
    keys: keys.split(' '),
    current,
    seenAt,
    unseenFor: seenAt === null ? null : now - seenAt,
  }));
}
