import { errorFields } from '../common/logger.ts';
import { PeriodicTask } from '../common/periodic.ts';
import { StorageError } from '../common/storage-error.ts';
import type { ServiceKeys } from '../domain/service-keys.ts';
import type { State } from '../handlers/context.ts';
import { rejectDuringMigration } from '../storage/migration-lock.ts';
import type { Db } from '../storage/tables.ts';

/** How often the service keys are read again, in milliseconds. */
const keysEvery = 1_000;

/**
 * Brings the service keys up to date with a database that was opened, and registers this process with them.
 *
 * @param registeredAt undefined: the process is not registered.
 * @throws {StorageError} `busy` while the service is migrated.
 */
export async function openKeys(db: Db, keys: ServiceKeys, registeredAt: number | undefined): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      await rejectDuringMigration(transaction);
      await keys.refresh(transaction);
      if (registeredAt !== undefined) await keys.register(transaction, registeredAt);
    });
  } catch (error) {
    // The service starts on a full disk, where no key can be rotated; it is registered when there is space.
    if (!(error instanceof StorageError && error.code === 'full')) throw error;
    await keys.refresh(db);
  }
}

/** Follows rotations of the service key, until the task is stopped. */
export function followKeys({ db, keys, now, log }: State): PeriodicTask {
  let failed = false;
  return new PeriodicTask(keysEvery, async () => {
    try {
      try {
        await keys.refresh(db);
      } finally {
        // Also when the keys cannot be read: this process runs, and knows those of before.
        const isNews = await keys.register(db, now());
        const { ids, currentId: current } = keys.ring;
        if (isNews) log.info('service keys changed', { keys: ids.join(' '), current });
      }
      failed = false;
    } catch (error) {
      if (!failed) log.error('service keys cannot be read', errorFields(error));
      failed = true;
    }
  });
}
