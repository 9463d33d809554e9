import type { Selectable } from 'kysely';
import type { KeyedHashValue } from '../secrets/secret-tokens.ts';
import { lockSection } from './engine.ts';
import { prepared } from './prepared-query.ts';
import type { Db, Tables } from './tables.ts';

/** A sign-in that was sent to a provider and has not returned. */
export type PendingSignIn = Readonly<
  Omit<Selectable<Tables['pending_sign_ins']>, 'created_at' | 'expires_at' | 'used_at'>
>;

/** Stores a sign-in until it returns or expires. Other pending sign-ins of the same person are kept. */
export async function insertPendingSignIn(
  db: Db,
  signIn: PendingSignIn,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): Promise<void> {
  await insertion.change(db, { ...signIn, created_at: now, expires_at: expiresAt });
}

const insertion = prepared<Omit<Selectable<Tables['pending_sign_ins']>, 'used_at'>>()((db, value) =>
  db.insertInto('pending_sign_ins').values({
    state_hash: value('state_hash'),
    key_id: value('key_id'),
    client_id: value('client_id'),
    kind: value('kind'),
    email_folded: value('email_folded'),
    nonce: value('nonce'),
    pkce_verifier: value('pkce_verifier'),
    application_type: value('application_type'),
    created_at: value('created_at'),
    expires_at: value('expires_at'),
    used_at: null,
  }),
);

/** The number of a tenant's pending sign-ins that expire after a time, in milliseconds since 1970. */
export async function countPendingSignIns(
  db: Db,
  which: { readonly client_id: number; readonly expiresAfter: number },
): Promise<number> {
  return (await pendingCount.first(db, which))?.pending ?? 0;
}

const pendingCount = prepared<{ readonly client_id: number; readonly expiresAfter: number }>()((db, value) =>
  db
    .selectFrom('pending_sign_ins')
    .select(({ fn }) => fn.countAll<number>().as('pending'))
    .where('expires_at', '>', value('expiresAfter'))
    .where('client_id', '=', value('client_id')),
);

/**
 * Consumes a pending sign-in: only one of concurrent callers, in all processes, gets it. Undefined when it was used, has
 * expired, or does not exist for this tenant and kind.
 *
 * @param hashes of its state, under each service key.
 */
export async function consumePendingSignIn(
  db: Db,
  hashes: readonly string[],
  { client_id, kind }: Pick<PendingSignIn, 'client_id' | 'kind'>,
  now: number,
): Promise<PendingSignIn | undefined> {
  return await consumption.firstOf(
    db,
    hashes.map((state_hash) => ({ state_hash, client_id, kind, now })),
  );
}

/** Finds a sign-in that a page of the service asks for, which is neither used nor expired nor answered. */
export async function findUnansweredSignIn(
  db: Db,
  hashes: readonly string[],
  now: number,
): Promise<PendingSignIn | undefined> {
  return await db
    .selectFrom('pending_sign_ins')
    .selectAll()
    .where('state_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .where('nonce', 'is', null)
    .where('pkce_verifier', 'is', null)
    .where('kind', '=', 'OIDC')
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Stores the hash of the code by which an answered sign-in is completed; false when it was answered or used before. */
export async function answerSignIn(db: Db, stateHash: string, codeHash: string): Promise<boolean> {
  const done = await db
    .updateTable('pending_sign_ins')
    .set({ pkce_verifier: codeHash })
    .where('state_hash', '=', stateHash)
    .where('pkce_verifier', 'is', null)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

const consumption = prepared<Pick<PendingSignIn, 'state_hash' | 'client_id' | 'kind'> & { readonly now: number }>()(
  (db, value) =>
    db
      .updateTable('pending_sign_ins')
      .set({ used_at: value('now') })
      .where('state_hash', '=', value('state_hash'))
      .where('client_id', '=', value('client_id'))
      .where('kind', '=', value('kind'))
      .where('used_at', 'is', null)
      .where('expires_at', '>', value('now'))
      .returningAll(),
);

/**
 * Marks a SAML assertion as used. True for exactly one of concurrent callers, false for all others.
 *
 * @param hash keyed hash of tenant, issuer and assertion ID.
 * @param all its hashes under each service key; with several, call it in a transaction.
 * @param expiresAt milliseconds since 1970; from then on the assertion must be rejected as expired.
 */
export async function markAssertionUsed(
  db: Db,
  { hash, keyId: key_id }: KeyedHashValue,
  all: readonly string[],
  expires_at: number,
): Promise<boolean> {
  const others = all.filter((each) => each !== hash);
  if (others.length > 0) {
    // Another process may hash it under another key at the same time: then no row is in the way of the other.
    await lockSection(db, `assertion:${[...all].sort()[0]}`);
    const used = db.selectFrom('used_assertions').select('hash').where('hash', 'in', others);
    if ((await used.executeTakeFirst()) !== undefined) return false;
  }
  return (await assertionInsertion.change(db, { hash, key_id, expires_at })) === 1;
}

const assertionInsertion = prepared<Selectable<Tables['used_assertions']>>()((db, value) =>
  db
    .insertInto('used_assertions')
    .values({ hash: value('hash'), key_id: value('key_id'), expires_at: value('expires_at') })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Stores a session. */
export async function insertSession(db: Db, session: Selectable<Tables['session_tokens']>): Promise<void> {
  await sessionInsertion.change(db, session);
}

const sessionInsertion = prepared<Selectable<Tables['session_tokens']>>()((db, value) =>
  db.insertInto('session_tokens').values({
    hash: value('hash'),
    key_id: value('key_id'),
    account_id: value('account_id'),
    api_key_id: value('api_key_id'),
    created_at: value('created_at'),
    expires_at: value('expires_at'),
  }),
);

/** Deletes all sessions of an account; returns their number. */
export async function deleteSessionsOf(db: Db, accountId: string): Promise<number> {
  const done = await db.deleteFrom('session_tokens').where('account_id', '=', accountId).executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Deletes expired pending sign-ins, assertions and sessions. Safe at any time, and from several processes at once. */
export async function sweepSignIns(db: Db, now: number): Promise<void> {
  for (const table of ['pending_sign_ins', 'used_assertions', 'session_tokens', 'operator_sessions'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  }
}
