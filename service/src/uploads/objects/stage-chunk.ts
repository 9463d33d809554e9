import { setTimeout as sleep } from 'node:timers/promises';
import { StorageError } from '../../common/storage-error.ts';
import { digestSoFar, newHash, piecesOf } from '../../storage/content/content-store.ts';
import { readTail, type Staged, sizeOfTail, type TailRow } from '../../storage/objects/extent-rows.ts';
import { newObjectKey, type ObjectBody } from '../../storage/objects/object-store.ts';
import type { Chunk } from '../uploads.ts';
import type { ObjectUploads } from './object-uploads.ts';

/** Chunks of up to so many bytes are stored in the database at first. */
const smallChunk = 128 * 1024;

/** The tail becomes an object with the chunk that makes it so large. */
const maxTail = { bytes: 8 * 1024 * 1024, rows: 1_024 };

/** Attempts to store an object, each under a key of its own: an attempt that failed may still arrive. */
const attempts = 3;

/** Time for all attempts, in milliseconds, besides that of the last. */
const patience = 20_000;

/** Bytes that were stored for a commit, and what to do when nothing of them is committed. */
export interface StagedChunk {
  readonly staged: Staged;
  /** Removes an object that is certainly not committed. */
  discard(): Promise<void>;
}

const nothing: StagedChunk = { staged: 'nothing', discard: async () => undefined };

/**
 * Stores the bytes of a chunk so that a commit can name them: small ones go to the commit itself, others to an object,
 * with those of the tail. No connection to the database is held meanwhile.
 *
 * @param upload undefined for a new one.
 * @returns undefined when another caller has appended meanwhile.
 * @throws {StorageError} `busy` when the store does not accept them in time.
 */
export async function stageChunk(
  { db, objects, site }: Pick<ObjectUploads, 'db' | 'objects' | 'site'>,
  upload: { readonly id: string; readonly held: bigint } | undefined,
  chunk: Chunk,
): Promise<StagedChunk | undefined> {
  const { bytes, offset, isLast } = chunk;
  const tail = upload === undefined || upload.held === 0n ? noTail : await sizeOfTail(db, upload.id);
  const fits = tail.bytes + bytes.size < maxTail.bytes && tail.rows + 1 < maxTail.rows;
  if (!isLast && bytes.size <= smallChunk && fits) {
    if (bytes.size === 0) return nothing;
    return {
      staged: { tail: { at: offset, bytes: Buffer.from(await bytes.arrayBuffer()) } },
      discard: nothing.discard,
    };
  }
  if (tail.bytes + bytes.size === 0) return nothing;
  const before = tail.rows === 0 || upload === undefined ? [] : await readTail(db, upload.id);
  return await stageObject({ objects, site }, before, { offset, bytes });
}

/** Stores the tail of an upload as an object, for the commit that finishes it without new bytes. */
export async function stageTail(
  { db, objects, site }: Pick<ObjectUploads, 'db' | 'objects' | 'site'>,
  { id, held }: { readonly id: string; readonly held: bigint },
): Promise<StagedChunk | undefined> {
  const tail = await readTail(db, id);
  return tail.length === 0
    ? nothing
    : await stageObject({ objects, site }, tail, { offset: held, bytes: new Blob([]) });
}

/** Undefined when the tail does not end where the bytes begin: another caller has changed it. */
async function stageObject(
  { objects, site }: Pick<ObjectUploads, 'objects' | 'site'>,
  tail: readonly TailRow[],
  { offset, bytes }: Pick<Chunk, 'offset' | 'bytes'>,
): Promise<StagedChunk | undefined> {
  const first = tail[0]?.at ?? offset;
  const body = await bodyOf(
    tail.map((row) => row.bytes),
    bytes,
  );
  if (first + BigInt(body.size) !== offset + BigInt(bytes.size)) return undefined;
  const key = await putWithNewKeys({ objects, site }, body);
  return {
    staged: { extent: { key, at: first, size: BigInt(body.size), digest: body.digest } },
    discard: () => objects.remove(key).catch(() => undefined),
  };
}

const noTail = { bytes: 0, rows: 0 };

/** The body of an object: the bytes of the tail, then those of the chunk, which may be on the disk. */
async function bodyOf(tail: readonly Buffer[], chunk: Blob): Promise<ObjectBody> {
  const hash = newHash();
  for (const bytes of tail) hash.update(bytes);
  for await (const { piece } of piecesOf(chunk)) hash.update(piece);
  return {
    size: tail.reduce((sum, { length }) => sum + length, chunk.size),
    digest: digestSoFar(hash),
    async *pieces() {
      yield* tail;
      for await (const { piece } of piecesOf(chunk)) yield piece;
    },
  };
}

async function putWithNewKeys(
  { objects, site }: Pick<ObjectUploads, 'objects' | 'site'>,
  body: ObjectBody,
): Promise<string> {
  const end = performance.now() + patience;
  for (let attempt = 1; ; attempt += 1) {
    const key = newObjectKey(site);
    try {
      await objects.put(key, body);
      return key;
    } catch (error) {
      const mayHeal = error instanceof StorageError && error.code === 'busy';
      if (!mayHeal || attempt === attempts || performance.now() > end) throw error;
    }
    await sleep(100 * 2 ** attempt * (0.5 + Math.random()));
  }
}
