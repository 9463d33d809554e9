import type { Service } from '../../../service/src/server/open-service.ts';
import { ObjectUploadEngine } from '../../../service/src/uploads/objects/object-engine.ts';
import type { ObjectUploads } from '../../../service/src/uploads/objects/object-uploads.ts';
import { sweepObjects } from '../../../service/src/uploads/objects/sweep-objects.ts';
import type { UploadSweep } from '../../../service/src/uploads/sweep-uploads.ts';

export type { ObjectUploads };

/** The parts of uploads to an object store. */
export function objectUploadsOf({ state: { uploads } }: Pick<Service, 'state'>): ObjectUploads {
  if (uploads instanceof ObjectUploadEngine) return uploads.parts;
  throw new TypeError('The uploads are not in an object store.');
}

/** Deletes expired uploads, and what nothing refers to in the whole bucket. */
export async function sweepBucket(parts: ObjectUploads): Promise<UploadSweep> {
  return await sweepObjects(parts, ['']);
}

/** Keys of objects in the bucket that no row names, and keys in rows without an object, after a sweep of all keys. */
export async function sweptDifferences(parts: ObjectUploads): Promise<readonly string[]> {
  const { db, objects, site } = parts;
  await sweepBucket(parts);
  const found = new Set<string>();
  for await (const { key } of objects.list()) if (key.includes(`/${site}/`)) found.add(key);
  const rows = await db.selectFrom('extents').select('key').where('upload_id', 'is not', null).execute();
  const named = new Set(rows.map(({ key }) => key));
  return [...[...found].filter((key) => !named.has(key)), ...[...named].filter((key) => !found.has(key))];
}
