import type { Db, Tables } from './tables.ts';

/** A sign-in that was sent to a provider and has not returned. */
export type PendingSignIn = Readonly<Omit<Tables['pending_sign_ins'], 'created_at' | 'expires_at' | 'used_at'>>;

/** Stores a sign-in until it returns or expires. Other pending sign-ins of the same person are kept. */
export async function insertPendingSignIn(
  db: Db,
  signIn: PendingSignIn,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): Promise<void> {
  await db
    .insertInto('pending_sign_ins')
    .values({ ...signIn, created_at: now, expires_at: expiresAt, used_at: null })
    .execute();
}

/**
 * Consumes a pending sign-in: only one of concurrent callers, in all processes, gets it. Undefined when it was used, has
 * expired, or does not exist for this tenant and kind.
 */
export async function consumePendingSignIn(
  db: Db,
  { state_hash, client_id, kind }: Pick<PendingSignIn, 'state_hash' | 'client_id' | 'kind'>,
  now: number,
): Promise<PendingSignIn | undefined> {
  return await db
    .updateTable('pending_sign_ins')
    .set({ used_at: now })
    .where('state_hash', '=', state_hash)
    .where('client_id', '=', client_id)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Marks a SAML assertion as used. True for exactly one of concurrent callers, false for all others.
 *
 * @param hash keyed hash of tenant, issuer and assertion ID.
 * @param expiresAt milliseconds since 1970; from then on the assertion must be rejected as expired.
 */
export async function markAssertionUsed(db: Db, hash: string, expiresAt: number): Promise<boolean> {
  const done = await db
    .insertInto('used_assertions')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** Deletes all sessions of an account; returns their number. */
export async function deleteSessionsOf(db: Db, accountId: string): Promise<number> {
  const done = await db.deleteFrom('session_tokens').where('account_id', '=', accountId).executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Deletes expired pending sign-ins, assertions and sessions. Safe at any time, and from several processes at once. */
export async function sweepSignIns(db: Db, now: number): Promise<void> {
  for (const table of ['pending_sign_ins', 'used_assertions', 'session_tokens'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  }
}
