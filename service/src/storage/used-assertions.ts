import type { Db } from './tables.ts';

/**
 * Marks a SAML assertion as used. False when it was used before: of any number of callers one is told true.
 *
 * @param hash keyed hash of tenant, issuer and assertion id.
 * @param expiresAt milliseconds since 1970; from then on the assertion must be refused for its age.
 */
export async function useAssertion(db: Db, hash: string, expiresAt: number): Promise<boolean> {
  const done = await db
    .insertInto('used_assertions')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** Forgets those that are too old to be accepted anyway; returns how many. */
export async function deleteUsedAssertionsBefore(db: Db, now: number): Promise<number> {
  const done = await db.deleteFrom('used_assertions').where('expires_at', '<=', now).executeTakeFirst();
  return Number(done.numDeletedRows);
}
