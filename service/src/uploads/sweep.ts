import { partName, uploadOfPart } from '../files/content-store.ts';
import { audit } from '../storage/audit.ts';
import { deleteUploadsBefore, findReferenced, findUnfinished } from '../storage/uploads.ts';
import type { Uploads } from './uploads.ts';

/** How much was swept. */
export interface Swept {
  /** Uploads that were begun and not finished in time. */
  readonly expiredUploads: number;
  /** Finished uploads whose last chunk is acknowledged no more. */
  readonly forgottenUploads: number;
  /** Files on the disk that belonged to nothing. */
  readonly strayParts: number;
}

/** So many parts are looked up at a time. */
const batchSize = 200;

/** Removes what nobody needs any more. Safe at any time, and from several processes at once. */
export async function sweepUploads(uploads: Uploads): Promise<Swept> {
  const { db, store, times, now } = uploads;
  const gone = await db.transaction().execute(async (transaction) => {
    const deleted = await deleteUploadsBefore(transaction, now() - times.idle, now());
    for (const { id, finished_at, file_name, held } of deleted) {
      if (finished_at !== null) continue;
      const details = { file: file_name, bytes: String(held) };
      await audit(transaction, { actor: 'sweep', action: 'upload.expired', subject: `upload:${id}`, details }, now());
    }
    return deleted;
  });
  const expired = gone.filter((upload) => upload.finished_at === null);
  for (const { id, spool_generation } of expired) await store.removeSpooled(partName(id, spool_generation));
  let strayParts = 0;
  const before = now() - times.stray;
  for await (const parts of batches(store.spooledBefore(before))) {
    for (const part of await strays(uploads, parts)) {
      await store.removeSpooled(part);
      strayParts += 1;
    }
  }
  for await (const parts of batches(store.publishedBefore(before))) {
    // Uploads first: one that is finished in between is then found by its file.
    const unneeded = await strays(uploads, parts);
    const referenced = unneeded.length === 0 ? new Set<string>() : await findReferenced(db, unneeded);
    for (const part of unneeded) {
      if (referenced.has(part)) continue;
      await store.removePublished(part);
      strayParts += 1;
    }
  }
  return { expiredUploads: expired.length, forgottenUploads: gone.length - expired.length, strayParts };
}

/** Of some parts, those that no unfinished upload may still need. */
async function strays({ db }: Uploads, parts: readonly string[]): Promise<readonly string[]> {
  const unfinished = await findUnfinished(db, [...new Set(parts.map(uploadOfPart))]);
  const needed = new Set(
    unfinished.flatMap(({ id, generation, spool_generation }) => [
      partName(id, generation),
      partName(id, spool_generation),
    ]),
  );
  return parts.filter((part) => !needed.has(part));
}

async function* batches(parts: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  for await (const part of parts) {
    batch.push(part);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
