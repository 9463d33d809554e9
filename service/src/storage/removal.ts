import { sql } from 'kysely';
import { deleteRecipients } from './shares.ts';
import type { Db } from './tables.ts';
import { partsOf } from './upload-rows.ts';

/** Rows removed with a file, a folder or an account. */
export interface Removed {
  readonly folders: number;
  readonly files: number;
  readonly bytes: bigint;
  /** Names of the folder access keys of removed folders. */
  readonly folderKeys: readonly string[];
  /** Unfinished uploads into removed folders. */
  readonly uploads: number;
  /** Parts in the content store that nothing refers to any more: published, and of unfinished uploads. */
  readonly published: readonly string[];
  readonly spooled: readonly string[];
}

/** Folders in one statement. */
const batchSize = 500;

/**
 * Deletes the rows of a file, or of a folder with everything in it: files, folder access keys, uploads, quotas,
 * retentions, shares and recipients of messages. Call it in a transaction, and remove the parts after its commit;
 * those that remain are swept.
 */
export async function removeEntry(db: Db, entryId: string): Promise<Removed> {
  const file = await db
    .deleteFrom('entries')
    .where('id', '=', entryId)
    .where('kind', '=', 'file')
    .returning(['content', 'size'])
    .executeTakeFirst();
  if (file !== undefined) return { ...nothing, files: 1, bytes: file.size ?? 0n, published: [file.content ?? ''] };
  const folders = await foldersBelow(db, entryId);
  const batches: RemovedFolders[] = [];
  // Folders come after their parents, which can be deleted only after them.
  for (let end = folders.length; end > 0; end -= batchSize) {
    batches.push(await removeFolders(db, folders.slice(Math.max(0, end - batchSize), end)));
  }
  return {
    folders: folders.length,
    files: batches.reduce((sum, { files }) => sum + files, 0),
    bytes: batches.reduce((sum, { bytes }) => sum + bytes, 0n),
    folderKeys: batches.flatMap(({ folderKeys }) => folderKeys),
    uploads: batches.reduce((sum, { uploads }) => sum + uploads, 0),
    published: batches.flatMap(({ published }) => published),
    spooled: batches.flatMap(({ spooled }) => spooled),
  };
}

type RemovedFolders = Omit<Removed, 'folders'>;

const nothing: Removed = { folders: 0, files: 0, bytes: 0n, folderKeys: [], uploads: 0, published: [], spooled: [] };

/** The ids of a folder and the folders in it, each after its parent. */
async function foldersBelow(db: Db, folderId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    WITH RECURSIVE below(id, depth) AS (
      SELECT id, 0 FROM entries WHERE id = ${folderId}
      UNION ALL
      SELECT entries.id, depth + 1 FROM entries JOIN below ON entries.parent_id = below.id WHERE kind = 'folder')
    SELECT id FROM below ORDER BY depth`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes folders with their files, and what refers to them. */
async function removeFolders(db: Db, ids: readonly string[]): Promise<RemovedFolders> {
  const uploads = await db.deleteFrom('uploads').where('folder_id', 'in', ids).returningAll().execute();
  const keys = await db.deleteFrom('folder_keys').where('folder_id', 'in', ids).returning(['id', 'name']).execute();
  for (const { id } of keys) await deletePolicies(db, 'folder-key', id);
  await db.deleteFrom('policies').where('subject_kind', '=', 'folder').where('subject_id', 'in', ids).execute();
  await deleteRecipients(db, ids);
  const files = await db
    .deleteFrom('entries')
    .where('parent_id', 'in', ids)
    .where('kind', '=', 'file')
    .returning(['content', 'size'])
    .execute();
  await db.deleteFrom('entries').where('id', 'in', ids).execute();
  const unfinished = uploads.filter(({ finished_at }) => finished_at === null);
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + (size ?? 0n), 0n),
    folderKeys: keys.map(({ name }) => name),
    uploads: unfinished.length,
    published: files.flatMap(({ content }) => content ?? []),
    spooled: unfinished.flatMap(partsOf),
  };
}

/** Rows removed with an account. */
export interface RemovedAccount extends Removed {
  readonly sessions: number;
}

/** Deletes the rows of an account and everything that it owns, as `removeEntry` does. */
export async function removeAccount(db: Db, accountId: string): Promise<RemovedAccount> {
  const root = await db
    .selectFrom('entries')
    .select('id')
    .where('account_id', '=', accountId)
    .where('parent_id', 'is', null)
    .executeTakeFirstOrThrow();
  const removed = await removeEntry(db, root.id);
  const sessions = await db.deleteFrom('session_tokens').where('account_id', '=', accountId).executeTakeFirst();
  const events = db.selectFrom('hook_deliveries').select('id').where('account_id', '=', accountId);
  await db.deleteFrom('mail_files').where('event_id', 'in', events).execute();
  await db.deleteFrom('hook_deliveries').where('account_id', '=', accountId).execute();
  await deletePolicies(db, 'account', accountId);
  await db.deleteFrom('accounts').where('id', '=', accountId).execute();
  return { ...removed, sessions: Number(sessions.numDeletedRows) };
}

async function deletePolicies(db: Db, kind: 'account' | 'folder-key', id: string): Promise<void> {
  await db.deleteFrom('policies').where('subject_kind', '=', kind).where('subject_id', '=', id).execute();
}
