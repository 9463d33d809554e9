import { sql } from 'kysely';
import { fold } from '../domain/account-names.ts';
import { type AuditEntry, audit } from '../storage/audit-log.ts';
import type { Content } from '../storage/content/content.ts';
import { isPostgres } from '../storage/engine.ts';
import { type Removed, type RemovedAccount, removeAccount, removeEntry } from '../storage/removal.ts';
import type { Db } from '../storage/tables.ts';
import { findPath } from './entry-tree.ts';
import { OperatorError } from './operator-context.ts';
import type { RemovalContext } from './removal-context.ts';
import { removeInSteps } from './remove-in-steps.ts';

export interface RemovalOptions {
  /** Changes nothing: the result says what would be removed. */
  readonly dryRun: boolean;
}

/** The removed rows, or with a dry run those that would be. */
export interface Removal<Rows extends Removed = Removed> {
  readonly kind: 'file' | 'folder' | 'account';
  /** Path of the file or folder; UserName of the account. */
  readonly name: string;
  readonly removed: Rows;
}

/**
 * Removes a file, or a folder with everything in it, its access keys and its unfinished uploads. One transaction decides:
 * a process that is killed has removed all or nothing, and bytes that remain on the disk are swept. On a volume that is too
 * full for that transaction, files are removed before.
 *
 * @throws {OperatorError} `no-such-file`; `invalid-argument` for the root folder of an account, and for a folder unless
 *   `recursive` is set. {@link Rejection} `InvalidPath`.
 */
export async function removePath(
  context: RemovalContext,
  path: string,
  { recursive, ...options }: RemovalOptions & { readonly recursive: boolean },
): Promise<Removal> {
  const folder = async (db: Db): Promise<string | undefined> => (await findPath(db, path))?.id;
  return await removing(context, { ...options, folder }, async (transaction) => {
    const entry = await findPath(transaction, path);
    if (entry === undefined) throw new OperatorError('no-such-file', `There is no file or folder ${path}.`);
    const { kind, path: name, id, digest } = entry;
    if (kind === 'folder' && name.lastIndexOf('/') === 0) {
      throw new OperatorError('invalid-argument', `${name} is the root folder of an account: use account remove.`);
    }
    if (kind === 'folder' && !recursive) {
      throw new OperatorError(
        'invalid-argument',
        `${name} is a folder. Use --recursive to remove it with its content.`,
      );
    }
    const removed = await removeEntry(transaction, id, context.now());
    const details = kind === 'file' ? { bytes: String(removed.bytes), sha256: digest } : detailsOf(removed);
    const subject = `${kind}:${name}`;
    await audit(transaction, { actor: 'operator', action: `${kind}.removed`, subject, details }, context.now());
    return { kind, name, removed };
  });
}

/**
 * Removes an account with its folders, files, access keys, unfinished uploads and sessions, as `removePath` does.
 *
 * @throws {OperatorError} `unknown-name`.
 */
export async function removeAccountOf(
  context: RemovalContext,
  userName: string,
  options: RemovalOptions,
): Promise<Removal<RemovedAccount>> {
  const folder = async (db: Db): Promise<string | undefined> => (await findPath(db, `/${userName}`))?.id;
  return await removing(context, { ...options, folder }, (transaction) =>
    removeAccountIn(transaction, userName, context.now()),
  );
}

/** Deletes the rows of an account, as `removeAccountOf`, in a transaction; its parts remain. */
export async function removeAccountIn(
  transaction: Db,
  userName: string,
  now: number,
  by: Pick<AuditEntry, 'actor' | 'requestId'> = { actor: 'operator' },
): Promise<Removal<RemovedAccount>> {
  const account = await transaction
    .selectFrom('accounts')
    .select(['id', 'user_name'])
    .where('user_name_folded', '=', fold(userName))
    .executeTakeFirst();
  if (account === undefined) throw new OperatorError('unknown-name', `No account has the UserName ${userName}.`);
  const removed = await removeAccount(transaction, account.id, now);
  const details = { userName: account.user_name, ...detailsOf(removed), sessions: removed.sessions };
  const subject = `account:${account.id}`;
  await audit(transaction, { ...by, action: 'account.removed', subject, details }, now);
  return { kind: 'account', name: account.user_name, removed };
}

function detailsOf({ folders, files, bytes, folderKeys, uploads }: Removed): Readonly<Record<string, string | number>> {
  return { folders, files, bytes: String(bytes), folderKeys: folderKeys.join(', '), uploads };
}

/** Rolls the transaction of a dry run back. */
export class DryRunEnd extends Error {}

async function removing<Rows extends Removed>(
  context: RemovalContext,
  { dryRun, folder }: RemovalOptions & { readonly folder: (db: Db) => Promise<string | undefined> },
  remove: (transaction: Db) => Promise<Removal<Rows>>,
): Promise<Removal<Rows>> {
  const { db, store } = context;
  if (dryRun) return await rolledBack(db, remove);
  const inOneTransaction = (): Promise<Removal<Rows>> => db.transaction().execute(remove);
  const { result, before } = await removeInSteps(context, folder, inOneTransaction);
  const { removed } = result;
  await removeParts(store, removed);
  return {
    ...result,
    removed: { ...removed, files: removed.files + before.files, bytes: removed.bytes + before.bytes },
  };
}

async function rolledBack<Rows extends Removed>(
  db: Db,
  remove: (transaction: Db) => Promise<Removal<Rows>>,
): Promise<Removal<Rows>> {
  // Changes stay in memory: on a full disk nothing could be written.
  if (!isPostgres(db)) await sql`PRAGMA cache_spill = OFF`.execute(db);
  const done: Removal<Rows>[] = [];
  try {
    await db.transaction().execute(async (transaction) => {
      done.push(await remove(transaction));
      throw new DryRunEnd();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error;
  }
  const [removal] = done;
  if (removal === undefined) throw new RangeError('The transaction removed nothing.');
  return removal;
}

/** Parts that cannot be removed now are swept. */
export async function removeParts(store: Content, { published, spooled }: Removed): Promise<void> {
  for (const part of [...published, ...spooled]) await store.remove(part).catch(() => undefined);
}
