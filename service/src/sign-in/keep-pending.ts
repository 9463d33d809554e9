import { Refusal } from '../common/rejection.ts';
import { insertPendingSignIn, type PendingSignIn } from '../storage/pending-sign-ins.ts';
import type { Db } from '../storage/tables.ts';

const minute = 60_000;

/**
 * How many sign-ins of a tenant may begin within a minute. No company signs in that fast; whoever has an API key and a
 * loop fills the disk with some twenty megabytes, until what is over is swept.
 */
export const mostInAMinute = 6000;

/**
 * Keeps a sign-in until it comes back or expires.
 *
 * @throws {Refusal} `TooManyAttempts` when too many of the tenant have begun within a minute.
 */
export async function keepPending(
  db: Db,
  signIn: PendingSignIn,
  { now, lasting, most = mostInAMinute }: { readonly now: number; readonly lasting: number; readonly most?: number },
): Promise<void> {
  const expiresAt = now + lasting;
  await db.transaction().execute(async (transaction) => {
    // By the expiry, which has an index: those that began within the last minute are the ones that expire last.
    const { begun } = await transaction
      .selectFrom('pending_sign_ins')
      .select(({ fn }) => fn.countAll<number>().as('begun'))
      .where('expires_at', '>', expiresAt - minute)
      .where('client_id', '=', signIn.clientId)
      .executeTakeFirstOrThrow();
    if (begun >= most) {
      throw new Refusal('TooManyAttempts', 'Too many sign-ins have begun for this tenant. Try again in 60 seconds.');
    }
    await insertPendingSignIn(transaction, signIn, { now, expiresAt });
  });
}
