import { randomId } from '../secrets/secret-tokens.ts';
import type { Db } from '../storage/tables.ts';

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
    const { running } = await transaction
      .selectFrom('account_checks')
      .select(({ fn }) => fn.countAll<number>().as('running'))
      .where('subject', '=', subject)
      .where('began_at', '>', now - longestCheck)
      .executeTakeFirstOrThrow();
    if (running >= left) return undefined;
  }
  const id = randomId();
  const rows = [...attempts.keys()].map((subject) => ({ id, subject, began_at: now }));
  await transaction.insertInto('account_checks').values(rows).execute();
  return { id };
}

/** Removes a check that has ended, in the transaction that counts it if the secret was wrong. */
export async function removeCheck(transaction: Db, { id }: AccountCheck): Promise<void> {
  await transaction.deleteFrom('account_checks').where('id', '=', id).execute();
}

/** Removes the checks of processes that were killed. */
export async function sweepChecks(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('account_checks')
    .where('began_at', '<=', now - longestCheck)
    .execute();
}
