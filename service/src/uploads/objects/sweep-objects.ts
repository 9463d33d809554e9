import { condemn, dueDeletions, forgetDeleted, releaseStrayExtents } from '../../storage/objects/extent-rows.ts';
import type { SweptBytes } from '../chunk-store.ts';
import type { ObjectParts } from './object-parts.ts';

/** Objects in one query. */
const batchSize = 500;

/**
 * Deletes objects that nothing refers to.
 *
 * @param prefixes of the keys among which orphans are looked for: a list of all objects takes long.
 */
export async function sweepObjects(uploads: ObjectParts, prefixes: readonly string[]): Promise<SweptBytes> {
  const { db, now, keep } = uploads;
  while ((await releaseStrayExtents(db, now() + keep)) > 0);
  await deleteDue(uploads);
  // Another database has another site, so that the objects of this one are not looked at.
  return { strayParts: await deleteOrphans(uploads, prefixes), unknownFiles: 0 };
}

/** Deletes the objects whose time has come. */
async function deleteDue({ db, objects, now }: ObjectParts): Promise<void> {
  for (;;) {
    const keys = await dueDeletions(db, now(), batchSize);
    if (keys.length === 0) return;
    for (const key of keys) await objects.remove(key);
    await forgetDeleted(db, keys);
  }
}

/** Condemns objects that no row names, then deletes them. @returns their number. */
async function deleteOrphans({ db, objects, site, times }: ObjectParts, prefixes: readonly string[]): Promise<number> {
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
