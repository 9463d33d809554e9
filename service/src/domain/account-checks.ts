import { randomId } from '../secrets/secret-tokens.ts';
import { prepared } from '../storage/prepared-query.ts';
import type { Db, Tables } from '../storage/tables.ts';

/**
 * A check that did not end within this time, in milliseconds, occupies no attempt any more: its process was killed. No
 * check takes that long.
 */
const longestCheck = 300_000;

/**
 * A running check of the secret of an account, which the database knows: processes on one folder together run no more of
 * them than an account has attempts left.
 */
export interface AccountCheck {
  readonly id: string;
}

/**
 * Registers a check, in the transaction that read how many attempts are left.
 *
 * @param attempts left of each account.
 * @returns undefined when running checks occupy all attempts of an account.
 */
export async function registerCheck(
  transaction: Db,
  attempts: ReadonlyMap<string, number>,
  now: number,
): Promise<AccountCheck | undefined> {
  for (const [subject, left] of attempts) {
    const running = await runningChecks.first(transaction, { subject, began_at: now - longestCheck });
    if (running !== undefined && running.checks >= left) return undefined;
  }
  const id = randomId();
  for (const subject of attempts.keys()) await insertion.change(transaction, { id, subject, began_at: now });
  return { id };
}

const runningChecks = prepared<{ readonly subject: string; readonly began_at: number }>()((db, value) =>
  db
    .selectFrom('account_checks')
    .select(({ fn }) => fn.countAll<number>().as('checks'))
    .where('subject', '=', value('subject'))
    .where('began_at', '>', value('began_at')),
);

const insertion = prepared<Tables['account_checks']>()((db, value) =>
  db.insertInto('account_checks').values({ id: value('id'), subject: value('subject'), began_at: value('began_at') }),
);

const removal = prepared<AccountCheck>()((db, value) => db.deleteFrom('account_checks').where('id', '=', value('id')));

/** Removes a check that has ended, in the transaction that counts it if the secret was wrong. */
export async function removeCheck(transaction: Db, check: AccountCheck): Promise<void> {
  await removal.change(transaction, check);
}

/** Removes the checks of processes that were killed. */
export async function sweepChecks(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('account_checks')
    .where('began_at', '<=', now - longestCheck)
    .execute();
}
