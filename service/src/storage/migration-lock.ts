import { StorageError } from '../common/storage-error.ts';
import { lockSection, sharedTime } from './engine.ts';
import type { Db } from './tables.ts';

/** The name in the table of settings: the value is the time until which others are kept out, and the process. */
export const migrationLock = 'migration';

/** How long the lock holds when its process is killed, in milliseconds. */
const holdsFor = 60_000;

/** Takes the lock, or renews it. Call it in a transaction. @returns false when another process has it. */
export async function lockForMigration(transaction: Db, process: string): Promise<boolean> {
  const held = await findLock(transaction);
  if (held !== undefined && held.process !== process && held.left > 0) return false;
  await store(transaction, process);
  return true;
}

/** Renews the lock. Call it in a transaction. @returns false when it has expired: others may have been let in. */
export async function renewMigrationLock(transaction: Db, process: string): Promise<boolean> {
  const held = await findLock(transaction);
  if (held === undefined || held.process !== process || held.left <= 0) return false;
  await store(transaction, process);
  return true;
}

export async function unlockAfterMigration(db: Db, process: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', migrationLock).where('value', 'like', `% ${process}`).execute();
}

/**
 * Call it in the transaction that registers a process.
 *
 * @throws {StorageError} `busy` while the service is migrated.
 */
export async function rejectDuringMigration(transaction: Db): Promise<void> {
  const held = await findLock(transaction);
  if (held === undefined || held.left <= 0) return;
  throw new StorageError(
    'busy',
    `The service is being migrated by the process ${held.process}. Wait until it has ended; if it was killed, wait ${Math.ceil(held.left / 1000)} seconds.`,
  );
}

/** The lock, and how long it holds, in milliseconds; others wait until the end of the transaction. */
async function findLock(transaction: Db): Promise<{ readonly process: string; readonly left: number } | undefined> {
  await lockSection(transaction, migrationLock);
  const row = await transaction
    .selectFrom('settings')
    .select(['value', sharedTime(transaction).as('now')])
    .where('name', '=', migrationLock)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [until = '', process = ''] = row.value.split(' ');
  return { process, left: Number(until) - row.now };
}

async function store(transaction: Db, process: string): Promise<void> {
  const { now } = await transaction.selectNoFrom([sharedTime(transaction).as('now')]).executeTakeFirstOrThrow();
  const value = `${now + holdsFor} ${process}`;
  await transaction
    .insertInto('settings')
    .values({ name: migrationLock, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
