import { StorageError } from '../../common/storage-error.ts';
import { hasEnded } from '../../domain/service-keys.ts';
import { lockForMigration, renewMigrationLock, unlockAfterMigration } from '../../storage/migration-lock.ts';
import { listHolders } from '../../storage/service-keys.ts';
import type { Db } from '../../storage/tables.ts';
import { currentProcess } from '../../uploads/lease-owner.ts';
import { OperatorError } from '../operator-context.ts';

/** In milliseconds. */
const renewEvery = 15_000;

/** No process can open a service until it is ended, or a minute longer at most when this process is killed. */
export interface Exclusion {
  /** Call it in a transaction before the end. @throws {StorageError} `failed` when others were not kept out all the time. */
  confirm(transaction: Db): Promise<void>;
  end(): Promise<void>;
}

/**
 * Keeps all processes from opening a service.
 *
 * @param side what `db` is, for the message.
 * @param onMachines where the processes run that have it open.
 * @throws {OperatorError} `in-use` when a process has it open, or another migration runs.
 */
export async function excludeOthers(
  db: Db,
  { side, onMachines }: { readonly side: 'source' | 'target'; readonly onMachines: 'one' | 'many' },
): Promise<Exclusion> {
  const self = currentProcess({ onMachines });
  await db.transaction().execute(async (transaction) => {
    if (!(await lockForMigration(transaction, self))) {
      throw new OperatorError('in-use', `Another migration of the ${side} runs, or was killed less than a minute ago.`);
    }
    const running = (await listHolders(transaction)).filter((holder) => !hasEnded(holder, self));
    if (running.length === 0) return;
    const names = running.map(({ process }) => process).join(', ');
    throw new OperatorError('in-use', `The ${side} is in use by the process ${names}. Stop it first.`);
  });
  const renew = (): Promise<boolean> =>
    db.transaction().execute((transaction) => renewMigrationLock(transaction, self));
  // One that fails is noticed by `confirm`.
  const timer = setInterval(() => void renew().catch(() => undefined), renewEvery);
  return {
    async confirm(transaction) {
      if (await renewMigrationLock(transaction, self)) return;
      throw new StorageError('failed', `The lock of the ${side} has expired. Run the migration again.`);
    },
    async end() {
      clearInterval(timer);
      await unlockAfterMigration(db, self);
    },
  };
}
