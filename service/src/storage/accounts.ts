import { randomId } from '../secrets/random.ts';
import type { Db } from './tables.ts';

/** A name as it is stored: as it was given, and in the form that it is compared by. */
export interface FoldedName {
  readonly text: string;
  readonly folded: string;
}

export interface NewAccount {
  readonly clientId: number | null;
  readonly email: FoldedName;
  readonly userName: FoldedName;
  readonly passwordHash: string | null;
}

/** Makes an account with its root folder. Undefined when its e-mail or UserName is another's. */
export async function insertAccount(
  db: Db,
  account: NewAccount,
  now: number,
): Promise<{ readonly id: string; readonly rootId: string } | undefined> {
  const id = randomId();
  const inserted = await db
    .insertInto('accounts')
    .values({
      id,
      client_id: account.clientId,
      email: account.email.text,
      email_folded: account.email.folded,
      user_name: account.userName.text,
      user_name_folded: account.userName.folded,
      password_hash: account.passwordHash,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return undefined;
  const rootId = randomId();
  await db
    .insertInto('entries')
    .values({ ...noContent, id: rootId, account_id: id, parent_id: null, name: '', kind: 'folder', created_at: now })
    .execute();
  return { id, rootId };
}

/** The columns of a file, in a folder. */
export const noContent = { content: null, size: null, written_ticks: null, creation_ticks: null } as const;

/** Which of the two that must be unique is another account's already. */
export async function findTaken(
  db: Db,
  email: FoldedName,
  userName: FoldedName,
): Promise<'EmailAddress' | 'UserName' | undefined> {
  const rows = await db
    .selectFrom('accounts')
    .select(['email_folded', 'user_name_folded'])
    .where((where) =>
      where.or([where('email_folded', '=', email.folded), where('user_name_folded', '=', userName.folded)]),
    )
    .execute();
  if (rows.some((row) => row.email_folded === email.folded)) return 'EmailAddress';
  return rows.length > 0 ? 'UserName' : undefined;
}
