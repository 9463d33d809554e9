import type { Seals } from '../secrets/seal.ts';
import { randomToken } from '../secrets/secret-tokens.ts';
import { audit, type OperatorPerson } from '../storage/audit-log.ts';
import { markAssertionUsed } from '../storage/sign-ins.ts';
import type { Tables } from '../storage/tables.ts';
import { checkNewName, type OperatorContext, OperatorError } from './operator-context.ts';

/** What a person may do on the operator's page; each role may do what the one before it may. */
export type OperatorRole = Tables['operator_sessions']['role'];

export const operatorRoles: readonly OperatorRole[] = ['viewer', 'operator', 'admin'];

/** A person who has signed in. */
export interface SignedInOperator extends OperatorPerson {
  readonly role: OperatorRole;
}

export interface OperatorSession extends SignedInOperator {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
}

type Context = Pick<OperatorContext, 'db' | 'hashes' | 'now'>;
type LinkContext = Context & { readonly seals: Seals };

/** Milliseconds. */
const idleTime = 15 * 60_000;
const longest = 8 * 3_600_000;
const linkTime = 10 * 60_000;
/** How late the last request may be stored. */
const seenEvery = 30_000;

/** Begins a session. @returns its token, which only this call returns. */
export async function beginOperatorSession(
  { db, hashes, now }: Context,
  { name, subject, role }: SignedInOperator,
  { by, endsAt = Number.POSITIVE_INFINITY }: { readonly by: string; readonly endsAt?: number | undefined },
): Promise<string> {
  const token = randomToken();
  const at = now();
  await db.transaction().execute(async (transaction) => {
    const times = { created_at: at, seen_at: at, expires_at: Math.min(at + longest, endsAt) };
    const row = { hash: hashes.of('operator-session', token), name, subject, role, ...times };
    await transaction.insertInto('operator_sessions').values(row).execute();
    const entry = {
      action: 'operator.signed-in',
      subject: `operator:${name}`,
      details: { by, subject, role },
    } as const;
    await audit(transaction, { actor: `operator:${name}`, ...entry }, at);
  });
  return token;
}

/** The session of a token; undefined if it is unknown, ended, or idle for 15 minutes. Stores that it is in use. */
export async function useOperatorSession(
  { db, hashes, now }: Context,
  token: string,
): Promise<OperatorSession | undefined> {
  const at = now();
  const row = await db
    .selectFrom('operator_sessions')
    .selectAll()
    .where('hash', 'in', hashes.all('operator-session', token))
    .where('expires_at', '>', at)
    .where('seen_at', '>', at - idleTime)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (at - row.seen_at > seenEvery) {
    await db.updateTable('operator_sessions').set({ seen_at: at }).where('hash', '=', row.hash).execute();
  }
  return sessionOf(row);
}

/** Ends the session of a token. */
export async function endOperatorSession({ db, hashes, now }: Context, token: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom('operator_sessions')
      .where('hash', 'in', hashes.all('operator-session', token))
      .returning('name')
      .executeTakeFirst();
    if (gone === undefined) return;
    const who = `operator:${gone.name}`;
    await audit(transaction, { actor: who, action: 'operator.signed-out', subject: who }, now());
  });
}

/** The sessions that are in use, the newest first. */
export async function listOperatorSessions({
  db,
  now,
}: Pick<Context, 'db' | 'now'>): Promise<readonly OperatorSession[]> {
  const rows = await db
    .selectFrom('operator_sessions')
    .selectAll()
    .where('expires_at', '>', now())
    .where('seen_at', '>', now() - idleTime)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(sessionOf);
}

/**
 * Ends the sessions of a person, or all.
 *
 * @returns their number.
 * @throws {OperatorError} `unknown-name`: the person has no session.
 */
export async function revokeOperatorSessions(
  { db, now }: Pick<Context, 'db' | 'now'>,
  name: string | undefined,
): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const sessions = transaction.deleteFrom('operator_sessions');
    const done = await (name === undefined ? sessions : sessions.where('name', '=', name)).executeTakeFirst();
    const revoked = Number(done.numDeletedRows);
    if (revoked === 0 && name !== undefined) {
      throw new OperatorError('unknown-name', `${name} has no session of the operator's page.`);
    }
    const subject = name === undefined ? 'all' : `operator:${name}`;
    const entry = { action: 'operator-sessions.revoked', subject, details: { sessions: revoked } } as const;
    await audit(transaction, { actor: 'operator', ...entry }, now());
    return revoked;
  });
}

/** Creates the token of a link to the operator's page, which signs in once within 10 minutes. */
export async function createOperatorLink(
  { db, seals, now }: Pick<LinkContext, 'db' | 'seals' | 'now'>,
  { name: given, role }: Pick<SignedInOperator, 'name' | 'role'>,
): Promise<string> {
  const name = checkNewName(given);
  const expires = now() + linkTime;
  const details = { role, expires: new Date(expires).toISOString() };
  const subject = `operator:${name}`;
  await audit(db, { actor: 'operator', action: 'operator-link.created', subject, details }, now());
  return seals.seal('operator-link', '', JSON.stringify({ name, role, expires, id: randomToken() }));
}

/** The person of a link; undefined if it is forged, expired or used. It is used from now on. */
export async function redeemOperatorLink(context: LinkContext, token: string): Promise<SignedInOperator | undefined> {
  const text = context.seals.open('operator-link', '', token);
  if (text === undefined) return undefined;
  const { name, role, expires, id } = JSON.parse(text) as SignedInOperator & { expires: number; id: string };
  if (expires <= context.now() || !(await useOnce(context, `operator link ${id}`, expires))) return undefined;
  return { name, role, subject: `link ${name}` };
}

/** Whether this is the first use of a value that expires. */
export async function useOnce({ db, hashes }: Context, value: string, expiresAt: number): Promise<boolean> {
  const hash = hashes.new('saml-assertion', value);
  const all = hashes.all('saml-assertion', value);
  return await db.transaction().execute((transaction) => markAssertionUsed(transaction, hash, all, expiresAt));
}

function sessionOf(row: Tables['operator_sessions']): OperatorSession {
  const { name, subject, role, created_at: createdAt, seen_at: seenAt, expires_at: expiresAt } = row;
  return { name, subject, role, createdAt, seenAt, expiresAt };
}
