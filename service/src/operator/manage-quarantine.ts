import { audit } from '../storage/audit-log.ts';
import type { ApiKey, FolderKey } from '../storage/credentials.ts';
import { accountOfFolder, pathOfEntry } from '../storage/folder-entries.ts';
import type { Db } from '../storage/tables.ts';
import { findUploadById, partsOf, type Upload } from '../storage/upload-rows.ts';
import { releaseUpload } from '../uploads/release-upload.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { OperatorError } from './operator-context.ts';
import type { RemovalContext } from './removal-context.ts';
import { writeFile } from './write-file.ts';

/** A file that a check has refused. */
export interface RefusedFile {
  readonly id: string;
  /** Path that the file would have. */
  readonly path: string;
  readonly bytes: bigint;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string | null;
  readonly check: string | null;
  readonly reason: string | null;
  /** Names of the keys. */
  readonly folderKey: string;
  readonly apiKey: string;
  /** Milliseconds since 1970. */
  readonly refusedAt: number;
}

/** The files in quarantine, the oldest first. */
export async function listRefused(db: Db): Promise<readonly RefusedFile[]> {
  const rows = await db
    .selectFrom('uploads')
    .innerJoin('folder_keys', 'folder_keys.id', 'uploads.folder_key_id')
    .innerJoin('api_keys', 'api_keys.id', 'uploads.api_key_id')
    .select(['uploads.id', 'uploads.folder_id', 'file_name', 'held as bytes', 'digest as sha256'])
    .select(['refused_at as refusedAt', 'refused_by as check', 'refused_reason as reason'])
    .select(['folder_keys.name as folderKey', 'api_keys.name as apiKey'])
    .where('finished_at', 'is', null)
    // 0: not kept.
    .where('refused_at', '>', 0)
    .orderBy('refused_at')
    .execute();
  const listed: RefusedFile[] = [];
  for (const { folder_id, file_name, refusedAt, ...rest } of rows) {
    const path = `${(await pathOfEntry(db, folder_id)) ?? ''}/${file_name}`;
    listed.push({ ...rest, path, refusedAt: refusedAt ?? 0 });
  }
  return listed;
}

/** Writes the bytes of a file in quarantine to a file outside, with the rights of its folder. */
export async function exportRefused(
  { db, chunks }: Pick<Uploads, 'db' | 'chunks'>,
  id: string,
  to: { readonly output: string; readonly force: boolean },
): Promise<void> {
  const upload = await refusedUpload(db, id);
  const bytes = chunks.read(upload, 0n, upload.held);
  await writeFile(to.output, { bytes, writtenTicks: upload.written_ticks, force: to.force });
}

/** Publishes a file in quarantine, with its event for hooks. @returns its path. */
export async function releaseRefused(uploads: Uploads, id: string): Promise<string> {
  const { db } = uploads;
  const upload = await refusedUpload(db, id);
  await releaseUpload(uploads, upload, await keysOf(db, upload));
  return `${(await pathOfEntry(db, upload.folder_id)) ?? ''}/${upload.file_name}`;
}

/** Removes files from the quarantine. @throws {OperatorError} `no-such-upload`; nothing was removed then. */
export async function removeRefused(
  { db, store, now }: RemovalContext,
  ids: readonly string[],
): Promise<readonly Upload[]> {
  const removed = await db.transaction().execute(async (transaction) => {
    const gone: Upload[] = [];
    for (const id of ids) gone.push(await refusedUpload(transaction, id));
    for (const { id, file_name, folder_id, held, digest } of gone) {
      await transaction.deleteFrom('uploads').where('id', '=', id).execute();
      const account = await accountOfFolder(transaction, folder_id);
      const details = { account, file: file_name, bytes: String(held), sha256: digest, reason: 'refused' };
      const subject = `upload:${id}`;
      await audit(transaction, { actor: 'operator', action: 'upload.cancelled', subject, details }, now());
    }
    return gone;
  });
  // Parts that cannot be removed now are swept.
  for (const part of removed.flatMap(partsOf)) await store.remove(part).catch(() => undefined);
  return removed;
}

async function refusedUpload(db: Db, id: string): Promise<Upload> {
  const upload = await findUploadById(db, id);
  if (upload === undefined || upload.refused_at === null || upload.finished_at !== null) {
    throw new OperatorError('no-such-upload', `There is no file ${id} in quarantine. See quarantine list.`);
  }
  return upload;
}

async function keysOf(
  db: Db,
  { api_key_id, folder_key_id }: Upload,
): Promise<{ readonly apiKey: ApiKey; readonly folderKey: FolderKey }> {
  const apiKey = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'client_id as clientId'])
    .where('id', '=', api_key_id)
    .executeTakeFirstOrThrow();
  const folderKey = await db
    .selectFrom('folder_keys')
    .innerJoin('entries', 'entries.id', 'folder_keys.folder_id')
    .innerJoin('accounts', 'accounts.id', 'entries.account_id')
    .select(['folder_keys.id', 'folder_keys.name', 'folder_keys.folder_id as folderId'])
    .select(['accounts.id as accountId', 'accounts.client_id as clientId'])
    .where('folder_keys.id', '=', folder_key_id)
    .executeTakeFirstOrThrow();
  return { apiKey, folderKey };
}
