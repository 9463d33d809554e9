import type { IdentityProvider } from './identity-providers.ts';
import type { Db } from './tables.ts';

/** A sign-in that was sent to a provider and has not returned. */
export interface PendingSignIn {
  /** Keyed hash of the state (OpenID Connect) or of the ID of the AuthnRequest (SAML). */
  readonly stateHash: string;
  readonly clientId: number;
  readonly kind: IdentityProvider['kind'];
  readonly emailFolded: string;
  /** The following are for OpenID Connect, and null for SAML. */
  readonly nonce: string | null;
  readonly pkceVerifier: string | null;
  readonly applicationType: number | null;
}

/** Stores a sign-in until it returns or expires. Other pending sign-ins of the same person are kept. */
export async function insertPendingSignIn(
  db: Db,
  signIn: PendingSignIn,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): Promise<void> {
  await db
    .insertInto('pending_sign_ins')
    .values({
      state_hash: signIn.stateHash,
      client_id: signIn.clientId,
      kind: signIn.kind,
      email_folded: signIn.emailFolded,
      nonce: signIn.nonce,
      pkce_verifier: signIn.pkceVerifier,
      application_type: signIn.applicationType,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
}

/**
 * Consumes a pending sign-in: only one of concurrent callers, in all processes, gets it. Undefined when it was used, has
 * expired, or does not exist for this tenant and kind.
 */
export async function consumePendingSignIn(
  db: Db,
  { stateHash, clientId, kind }: Pick<PendingSignIn, 'stateHash' | 'clientId' | 'kind'>,
  now: number,
): Promise<PendingSignIn | undefined> {
  const row = await db
    .updateTable('pending_sign_ins')
    .set({ used_at: now })
    .where('state_hash', '=', stateHash)
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  return (
    row && {
      stateHash,
      clientId,
      kind,
      emailFolded: row.email_folded,
      nonce: row.nonce,
      pkceVerifier: row.pkce_verifier,
      applicationType: row.application_type,
    }
  );
}

/** Deletes expired pending sign-ins; returns their number. */
export async function deletePendingSignInsBefore(db: Db, now: number): Promise<number> {
  const done = await db.deleteFrom('pending_sign_ins').where('expires_at', '<=', now).executeTakeFirst();
  return Number(done.numDeletedRows);
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

/** Deletes expired assertions; returns their number. */
export async function deleteUsedAssertionsBefore(db: Db, now: number): Promise<number> {
  const done = await db.deleteFrom('used_assertions').where('expires_at', '<=', now).executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** A session created by a sign-in. */
export interface Session {
  /** Keyed hash of its token. */
  readonly hash: string;
  readonly accountId: string;
  readonly apiKeyId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export async function insertSession(db: Db, session: Session): Promise<void> {
  await db
    .insertInto('session_tokens')
    .values({
      hash: session.hash,
      account_id: session.accountId,
      api_key_id: session.apiKeyId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** The unexpired session with a token hash. */
export async function findSession(db: Db, hash: string, now: number): Promise<Session | undefined> {
  return await db
    .selectFrom('session_tokens')
    .select([
      'hash',
      'account_id as accountId',
      'api_key_id as apiKeyId',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes all sessions of an account; returns their number. */
export async function deleteSessionsOf(db: Db, accountId: string): Promise<number> {
  const done = await db.deleteFrom('session_tokens').where('account_id', '=', accountId).executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Deletes expired sessions; returns their number. */
export async function deleteSessionsBefore(db: Db, now: number): Promise<number> {
  const done = await db.deleteFrom('session_tokens').where('expires_at', '<=', now).executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Deletes expired pending sign-ins, assertions and sessions. Safe at any time, and from several processes at once. */
export async function sweepSignIns(db: Db, now: number): Promise<void> {
  await deletePendingSignInsBefore(db, now);
  await deleteUsedAssertionsBefore(db, now);
  await deleteSessionsBefore(db, now);
}
