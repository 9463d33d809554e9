import { errorCode } from '../common/storage-error.ts';
import type { Content } from '../storage/content/content.ts';
import { newHash } from '../storage/content/content-store.ts';
import type { StoredContent } from './uploads.ts';

/** Files in one query. */
const pageSize = 100;

/**
 * Reads files that an older version published, and stores their SHA-256. It describes the bytes as they are now: what has
 * changed on the disk before is not found. When it was published is not known; retention counts from now. Missing content is skipped; doctor reports it.
 *
 * @param most bytes to read, rounded up to whole files.
 * @returns the number of files.
 */
export async function addMissingDigests({ db, store, now }: StoredContent, most: bigint): Promise<number> {
  let [files, bytes] = [0, 0n];
  for (let after = ''; bytes < most; ) {
    const page = await db
      .selectFrom('entries')
      .select(['id', 'content', 'size'])
      .where('kind', '=', 'file')
      .whereRef('described_content', 'is distinct from', 'content')
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const { id, content, size } of page) {
      after = id;
      if (bytes >= most || content === null) break;
      const digest = await digestOfPart(store, content);
      if (digest === undefined) continue;
      bytes += size ?? 0n;
      await db
        .updateTable('entries')
        .set({ described_content: content, digest, api_key_id: null, folder_key_id: null, published_at: now() })
        .where('id', '=', id)
        .where('content', '=', content)
        .execute();
      files += 1;
    }
    if (page.length < pageSize) break;
  }
  return files;
}

/** Undefined when the part is missing, or nobody can read it. */
async function digestOfPart(store: Content, part: string): Promise<string | undefined> {
  const hash = newHash();
  try {
    for await (const piece of store.read(part)) hash.update(piece);
  } catch (error) {
    if (['ENOENT', 'lost', 'key-destroyed'].includes(errorCode(error))) return undefined;
    throw error;
  }
  return hash.digest('hex');
}
