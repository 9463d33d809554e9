import type { Db } from './tables.ts';

/** A session that a sign-in began. */
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

/** The session of a token that is in force, by the token's hash. */
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

/** Ends all sessions of an account; returns how many there were. */
export async function deleteSessionsOf(db: Db, accountId: string): Promise<number> {
  const done = await db.deleteFrom('session_tokens').where('account_id', '=', accountId).executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Forgets sessions that are over; returns how many. */
export async function deleteSessionsBefore(db: Db, now: number): Promise<number> {
  const done = await db.deleteFrom('session_tokens').where('expires_at', '<=', now).executeTakeFirst();
  return Number(done.numDeletedRows);
}
