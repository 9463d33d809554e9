import type { IdentityProvider } from './identity-provider.ts';
import type { Db } from './tables.ts';

/** A sign-in that was sent to a provider and has not come back. */
export interface PendingSignIn {
  /** Keyed hash of the state (OpenID Connect) or of the id of the AuthnRequest (SAML). */
  readonly stateHash: string;
  readonly clientId: number;
  readonly kind: IdentityProvider['kind'];
  readonly emailFolded: string;
  /** The rest is of OpenID Connect, and null for SAML. */
  readonly nonce: string | null;
  readonly pkceVerifier: string | null;
  readonly applicationType: number | null;
}

/** Keeps a sign-in until it comes back or expires. Others of the same person stay as they are. */
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
 * Takes a sign-in that has come back: of any number of callers, in any number of processes, one gets it. Undefined when
 * it was used, is over, or never was one of this tenant and kind.
 */
export async function takePendingSignIn(
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

/** Forgets what is over; returns how many. */
export async function deletePendingSignInsBefore(db: Db, now: number): Promise<number> {
  const done = await db.deleteFrom('pending_sign_ins').where('expires_at', '<=', now).executeTakeFirst();
  return Number(done.numDeletedRows);
}
