import { fold } from '../../domain/account-names.ts';
import { audit } from '../../storage/audit-log.ts';
import { clearErasure, hasErasure, noteErasure } from '../../storage/erasure.ts';
import type { RemovedAccount } from '../../storage/removal.ts';
import type { Db } from '../../storage/tables.ts';
import { OperatorError } from '../operator-context.ts';
import type { RemovalContext } from '../removal-context.ts';
import { DryRunEnd, type RemovalOptions, removeAccountIn, removeParts } from '../remove-entries.ts';
import { eraseAudit, type RemovedPerson } from './erase-audit.ts';

export interface ErasureContext extends RemovalContext {
  /** Writes the database anew, without removed data. */
  readonly rewrite: () => Promise<void>;
}

/** The erased data, or with a dry run the data that would be. */
export interface Erasure {
  readonly userName: string;
  /** Undefined: the account was removed before. */
  readonly removed: RemovedAccount | undefined;
  /** Entries of the audit log that have pseudonyms now. */
  readonly auditEntries: number;
}

/**
 * Removes an account, if it is still there, gives its entries of the audit log pseudonyms, and writes the database anew, so
 * that no file of it has its names and its e-mail address any more. Killed after the transaction, it is finished by
 * {@link finishErasure}.
 *
 * @param who the UserName; or the id of an account that was removed before.
 * @throws {OperatorError} `unknown-name` when there is and was no such account.
 */
export async function eraseAccount(context: ErasureContext, who: string, options: RemovalOptions): Promise<Erasure> {
  const { db, store } = context;
  const done: Erasure[] = [];
  try {
    await db.transaction().execute(async (transaction) => {
      done.push(await eraseRows(context, transaction, who));
      if (options.dryRun) throw new DryRunEnd();
      await noteErasure(transaction);
    });
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error;
  }
  const [erasure] = done;
  if (erasure === undefined) throw new RangeError('The transaction erased nothing.');
  if (options.dryRun) return erasure;
  if (erasure.removed !== undefined) await removeParts(store, erasure.removed);
  await finishErasure(context);
  return erasure;
}

/** Finishes an erasure that was interrupted; returns whether there was one. */
export async function finishErasure({ db, rewrite }: Pick<ErasureContext, 'db' | 'rewrite'>): Promise<boolean> {
  if (!(await hasErasure(db))) return false;
  await rewrite();
  await clearErasure(db);
  return true;
}

async function eraseRows(context: ErasureContext, transaction: Db, who: string): Promise<Erasure> {
  const account = await transaction
    .selectFrom('accounts')
    .select(['id', 'user_name', 'email_folded'])
    .where('user_name_folded', '=', fold(who))
    .executeTakeFirst();
  if (account === undefined) {
    const people = await removedPeople(transaction, who);
    const [first] = people;
    if (first === undefined) {
      throw new OperatorError('unknown-name', `No account has, or had, the UserName ${who}, or it was erased.`);
    }
    const auditEntries = await eraseNames(context, transaction, people);
    return { userName: first.userName, removed: undefined, auditEntries };
  }
  const { removed } = await removeAccountIn(transaction, who, context.now());
  await transaction.deleteFrom('pending_sign_ins').where('email_folded', '=', account.email_folded).execute();
  const person = { id: account.id, userName: account.user_name };
  return { userName: account.user_name, removed, auditEntries: await eraseNames(context, transaction, [person]) };
}

async function eraseNames({ now }: ErasureContext, transaction: Db, people: readonly RemovedPerson[]): Promise<number> {
  let entries = 0;
  for (const person of people) {
    const changed = await eraseAudit(transaction, person);
    entries += changed;
    const entry = { action: 'account.erased', subject: `account:${person.id}`, details: { entries: changed } } as const;
    await audit(transaction, { actor: 'operator', ...entry }, now());
  }
  return entries;
}

/** The accounts of a UserName, or of an id, whose removal is in the log with their names. */
async function removedPeople(db: Db, who: string): Promise<readonly RemovedPerson[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['subject', 'details'])
    .where('action', '=', 'account.removed')
    .orderBy('id')
    .execute();
  const removed = rows.map(({ subject, details }) => {
    const { userName } = JSON.parse(details) as { readonly userName?: unknown };
    return { id: subject.slice('account:'.length), userName: typeof userName === 'string' ? userName : '' };
  });
  return removed.filter(({ id, userName }) => id === who || (userName !== '' && fold(userName) === fold(who)));
}
