import { audit } from '../../storage/audit-log.ts';
import { accountOfFolder } from '../../storage/folder-entries.ts';
import { condemn, dueDeletions, forgetDeleted, releaseStrayExtents } from '../../storage/objects/extent-rows.ts';
import { deleteUploadsBefore } from '../../storage/upload-rows.ts';
import type { UploadSweep } from '../sweep-uploads.ts';
import type { ObjectUploads } from './object-uploads.ts';

/** Objects in one query. */
const batchSize = 500;

/**
 * Deletes expired uploads, and objects that nothing refers to.
 *
 * @param prefixes of the keys of which orphans are looked for: a list of all objects takes long.
 */
export async function sweepObjects(uploads: ObjectUploads, prefixes: readonly string[]): Promise<UploadSweep> {
  const { db, now, keep } = uploads;
  const expired = await deleteExpired(uploads);
  while ((await releaseStrayExtents(db, now() + keep)) > 0);
  await deleteDue(uploads);
  // Another database has another site, so that the objects of this one are not looked at.
  return { ...expired, strayParts: await deleteOrphans(uploads, prefixes), unknownFiles: 0 };
}

async function deleteExpired({
  commits,
  now,
  times,
}: ObjectUploads): Promise<Pick<UploadSweep, 'expiredUploads' | 'forgottenUploads'>> {
  const time = now();
  const gone = await commits.run(async (transaction) => {
    const before = { unfinished: time - times.idle, finished: time - times.remembered };
    const deleted = await deleteUploadsBefore(transaction, before, time);
    for (const { id, finished_at, file_name, folder_id, held } of deleted) {
      if (finished_at !== null) continue;
      const account = await accountOfFolder(transaction, folder_id);
      const details = { account, file: file_name, bytes: String(held) };
      await audit(transaction, { actor: 'sweep', action: 'upload.expired', subject: `upload:${id}`, details }, time);
    }
    return deleted;
  });
  const unfinished = gone.filter(({ finished_at }) => finished_at === null).length;
  return { expiredUploads: unfinished, forgottenUploads: gone.length - unfinished };
}

/** Deletes the objects whose time has come. */
async function deleteDue({ db, objects, now }: ObjectUploads): Promise<void> {
  for (;;) {
    const keys = await dueDeletions(db, now(), batchSize);
    if (keys.length === 0) return;
    for (const key of keys) await objects.remove(key);
    await forgetDeleted(db, keys);
  }
}

/** Condemns objects that no row names, then deletes them. @returns their number. */
async function deleteOrphans(
  { db, objects, site, times }: ObjectUploads,
  prefixes: readonly string[],
): Promise<number> {
  // Younger ones belong to running requests. Nothing is lost if the clock is wrong: such a request would fail.
  const before = (await objects.probe()) - times.stray;
  let deleted = 0;
  let batch: string[] = [];
  const deleteBatch = async (): Promise<void> => {
    for (const key of await condemn(db, batch)) {
      await objects.remove(key);
      deleted += 1;
    }
    batch = [];
  };
  for (const prefix of prefixes) {
    for await (const { key, modifiedAt } of objects.list(prefix)) {
      if (modifiedAt > before || !key.includes(`/${site}/`)) continue;
      batch.push(key);
      if (batch.length === batchSize) await deleteBatch();
    }
  }
  await deleteBatch();
  return deleted;
}
