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

/** A process that has the data folder open, and the service keys that it knows. */
export interface KeyHolder {
  /** As `currentProcess` names it. */
  readonly process: string;
  /** Ids. */
  readonly keys: readonly string[];
  /** Id of the key that it uses for new hashes. */
  readonly current: string;
}

/** Stores, or updates, what a process knows. */
export async function saveHolder(db: Db, { process, keys, current }: KeyHolder, now: number): Promise<void> {
  const columns = { keys: keys.join(' '), current, changed_at: now };
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
  const rows = await db.selectFrom('key_holders').selectAll().orderBy('process').execute();
  return rows.map(({ process, keys, current }) => ({ process, keys: keys.split(' '), current }));
}
