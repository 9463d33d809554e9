import { access } from 'node:fs/promises';
import { partName, uploadOfPart } from '../../storage/content/content-store.ts';
import { fileStore } from '../../storage/content/file-store.ts';
import { findReferenced, findUnfinished } from '../../storage/uploads.ts';
import type { Examination } from './examination.ts';
import type { Finding } from './finding.ts';

/** Younger ones may belong to what is just being done, or are to be swept soon. */
const age = 3_600_000;
const batchSize = 200;

/** Whether content lies about that belongs to nothing. */
export async function checkStrays({ folder, db, settings, now }: Examination): Promise<readonly Finding[]> {
  const store = fileStore(folder);
  const before = now - age - 2 * settings.sweepMinutes * 60_000;
  let strays = 0;
  const count = async (parts: readonly string[]): Promise<void> => {
    if (parts.length === 0) return;
    const referenced = await findReferenced(db, parts);
    const unfinished = await findUnfinished(db, [...new Set(parts.map(uploadOfPart))]);
    const needed = new Set(
      unfinished.flatMap(({ id, generation, spool_generation }) => [
        partName(id, generation),
        partName(id, spool_generation),
      ]),
    );
    strays += parts.filter((part) => !needed.has(part) && !referenced.has(part)).length;
  };
  const places = [
    { path: folder.spool, parts: store.spooledBefore(before) },
    { path: folder.files, parts: store.publishedBefore(before) },
  ];
  for (const { path, parts } of places) {
    // A folder that is not there is told of by checkFolder.
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    let batch: string[] = [];
    for await (const part of parts) {
      batch.push(part);
      if (batch.length < batchSize) continue;
      await count(batch);
      batch = [];
    }
    await count(batch);
  }
  if (strays === 0) return [];
  return [
    {
      severity: 'warning',
      code: 'content-stray',
      message: `Files in ${folder.path} that belong to nothing: ${strays}.`,
      remedy: 'Run sweep. A server does so by itself, every sweepMinutes: look in its log why it did not.',
    },
  ];
}
