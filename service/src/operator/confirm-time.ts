import { Rejection } from '../common/rejection.ts';
import { audit } from '../storage/audit-log.ts';
import { confirmClock, ExpiryClock } from '../storage/expiry-clock.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import { endingLock } from '../storage/locks.ts';
import type { OperatorContext } from './operator-context.ts';

/**
 * Stores that the clock is right now, so that data expires by it.
 *
 * @returns that time, in milliseconds since 1970.
 * @throws {Rejection} `FileLocked` while a lock would end by it: a single operator could end any by a wrong clock.
 */
export async function confirmTime({ db, now }: Pick<OperatorContext, 'db' | 'now'>): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const time = now();
    const lock = await endingLock(transaction, time);
    if (lock !== undefined) {
      throw new Rejection(
        'FileLocked',
        `Not confirmed: the lock of ${await pathOfEntry(transaction, lock.id)}, until ${new Date(lock.until).toISOString()}, would end by this clock. If it is right, two operators release the lock first: lock request-release, lock approve.`,
      );
    }
    const { rightAt } = await new ExpiryClock(transaction, now, 0).read();
    await confirmClock(transaction, time);
    const details = { before: new Date(rightAt).toISOString() };
    await audit(transaction, { actor: 'operator', action: 'clock.confirmed', subject: 'clock', details }, time);
    return time;
  });
}
