import { audit } from '../storage/audit-log.ts';
import { accountOfFolder, pathOfEntry } from '../storage/folder-entries.ts';
import { partsOf, type Upload } from '../storage/upload-rows.ts';
import { OperatorError } from './operator-context.ts';
import type { RemovalContext } from './removal-context.ts';

/** An unfinished upload. */
export interface ListedUpload {
  readonly id: string;
  /** Path that the file will have. */
  readonly path: string;
  /** Acknowledged bytes. */
  readonly bytes: bigint;
  /** Names of the keys. */
  readonly folderKey: string;
  readonly apiKey: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** When the last chunk arrived. */
  readonly touchedAt: number;
}

/** The unfinished uploads, the longest idle first. */
export async function listUploads({ db }: Pick<RemovalContext, 'db'>): Promise<readonly ListedUpload[]> {
  const rows = await db
    .selectFrom('uploads')
    .innerJoin('folder_keys', 'folder_keys.id', 'uploads.folder_key_id')
    .innerJoin('api_keys', 'api_keys.id', 'uploads.api_key_id')
    .select(['uploads.id', 'uploads.folder_id', 'file_name', 'held as bytes'])
    .select(['folder_keys.name as folderKey', 'api_keys.name as apiKey'])
    .select(['started_at as startedAt', 'touched_at as touchedAt'])
    .where('finished_at', 'is', null)
    .where('refused_at', 'is', null)
    .orderBy('touched_at')
    .execute();
  const listed: ListedUpload[] = [];
  for (const { folder_id, file_name, ...rest } of rows) {
    listed.push({ ...rest, path: `${(await pathOfEntry(db, folder_id)) ?? ''}/${file_name}` });
  }
  return listed;
}

/** Which uploads to cancel: those of some ids, or all that have been idle since a time in milliseconds since 1970. */
export type CancelledUploads = { readonly ids: readonly string[] } | { readonly idleSince: number };

/**
 * Cancels unfinished uploads: their bytes are removed, and their callers have to start over.
 *
 * @returns the cancelled ones.
 * @throws {OperatorError} `no-such-upload` when one of the ids is not that of an unfinished upload; nothing was cancelled.
 */
export async function cancelUploads(
  { db, store, now }: RemovalContext,
  which: CancelledUploads,
): Promise<readonly Upload[]> {
  const cancelled = await db.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom('uploads')
      .where('finished_at', 'is', null)
      .where('refused_at', 'is', null)
      .$if('ids' in which, (query) => query.where('id', 'in', 'ids' in which ? [...which.ids] : []))
      .$if('idleSince' in which, (query) => query.where('touched_at', '<', 'idleSince' in which ? which.idleSince : 0))
      .returningAll()
      .execute();
    const unknown = 'ids' in which ? which.ids.find((id) => !gone.some((upload) => upload.id === id)) : undefined;
    if (unknown !== undefined) {
      throw new OperatorError('no-such-upload', `There is no unfinished upload ${unknown}. See uploads list.`);
    }
    for (const { id, file_name, folder_id, held } of gone) {
      const account = await accountOfFolder(transaction, folder_id);
      const details = { account, file: file_name, bytes: String(held) };
      const subject = `upload:${id}`;
      await audit(transaction, { actor: 'operator', action: 'upload.cancelled', subject, details }, now());
    }
    return gone;
  });
  for (const part of cancelled.flatMap(partsOf)) {
    // Parts that cannot be removed now are swept.
    await store.remove(part).catch(() => undefined);
  }
  return cancelled;
}
