import { audit } from '../storage/audit-log.ts';
import { confirmClock, ExpiryClock } from '../storage/expiry-clock.ts';
import type { OperatorContext } from './operator-context.ts';

/**
 * Stores that the clock is right now, so that data expires by it.
 *
 * @returns that time, in milliseconds since 1970.
 */
export async function confirmTime({ db, now }: Pick<OperatorContext, 'db' | 'now'>): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const time = now();
    const { rightAt } = await new ExpiryClock(transaction, now, 0).read();
    await confirmClock(transaction, time);
    const details = { before: new Date(rightAt).toISOString() };
    await audit(transaction, { actor: 'operator', action: 'clock.confirmed', subject: 'clock', details }, time);
    return time;
  });
}
