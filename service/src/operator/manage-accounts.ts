import { sql } from 'kysely';
import { fold } from '../domain/account-names.ts';
import { audit } from '../storage/audit-log.ts';
import { deleteSessionsOf } from '../storage/sign-ins.ts';
import { type OperatorContext, OperatorError } from './operator-context.ts';

export interface ListedAccount {
  readonly userName: string;
  readonly email: string;
  /** Null: no tenant. */
  readonly clientId: number | null;
  readonly hasPassword: boolean;
  readonly files: number;
  /** Total size of its files. */
  readonly bytes: bigint;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export async function listAccounts({ db }: Pick<OperatorContext, 'db'>): Promise<readonly ListedAccount[]> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('entries', (join) => join.onRef('entries.account_id', '=', 'accounts.id').on('kind', '=', 'file'))
    .select(['user_name as userName', 'email', 'client_id as clientId', 'accounts.created_at as createdAt'])
    .select([
      sql<number>`password_hash IS NOT NULL`.as('hasPassword'),
      (count) => count.fn.count<number>('entries.id').as('files'),
      // As text: a sum has no declared type, and may not fit in a number.
      sql<string>`CAST(COALESCE(SUM(size), 0) AS TEXT)`.as('bytes'),
    ])
    .groupBy('accounts.id')
    .orderBy('user_name_folded')
    .execute();
  return rows.map((row) => ({ ...row, hasPassword: row.hasPassword === 1, bytes: BigInt(row.bytes) }));
}

/**
 * Revokes all sessions of an account.
 *
 * @returns their number.
 * @throws {OperatorError} `unknown-name`.
 */
export async function revokeSessions({ db, now }: OperatorContext, userName: string): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const account = await transaction
      .selectFrom('accounts')
      .select('id')
      .where('user_name_folded', '=', fold(userName))
      .executeTakeFirst();
    if (account === undefined) throw new OperatorError('unknown-name', `No account has the UserName ${userName}.`);
    const sessions = await deleteSessionsOf(transaction, account.id);
    if (sessions > 0) {
      const entry = { action: 'sessions.revoked', subject: `account:${account.id}`, details: { sessions } } as const;
      await audit(transaction, { actor: 'operator', ...entry }, now());
    }
    return sessions;
  });
}
