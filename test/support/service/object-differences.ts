import type { Service } from '../../../service/src/server/open-service.ts';
import type { SweptBytes } from '../../../service/src/uploads/chunk-store.ts';
import type { DigestCatchUp } from '../../../service/src/uploads/digest-catch-up.ts';
import { ObjectChunks } from '../../../service/src/uploads/objects/object-chunks.ts';
import type { ObjectParts } from '../../../service/src/uploads/objects/object-parts.ts';
import { sweepObjects } from '../../../service/src/uploads/objects/sweep-objects.ts';
import { expireUploads } from '../../../service/src/uploads/sweep-uploads.ts';

/** The parts of uploads to an object store. */
export type ObjectUploads = ObjectParts & { readonly chunks: ObjectChunks; readonly catchUp: DigestCatchUp };

export function objectUploadsOf({ state }: Pick<Service, 'state'>): ObjectUploads {
  const { chunks, catchUp } = state.uploads.parts;
  if (chunks instanceof ObjectChunks && catchUp !== undefined) return { ...chunks.parts, chunks, catchUp };
  throw new TypeError('The uploads are not in an object store.');
}

/** Deletes expired uploads, and what nothing refers to in the whole bucket. */
export async function sweepBucket(parts: ObjectUploads): Promise<SweptBytes> {
  await expireUploads(parts);
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
