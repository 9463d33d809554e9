import type { Hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { blobViews, keepViews } from '@soapwright/runtime/server';
import { StorageError } from '../../common/storage-error.ts';
import {
  addTo,
  arrivedHash,
  type Digest,
  digestSoFar,
  newHash,
  piecesOf,
} from '../../storage/content/content-store.ts';
import { readTail, type Staged, type Tail, type TailRow, tailRow } from '../../storage/objects/extent-rows.ts';
import { newObjectKey, type ObjectBody } from '../../storage/objects/object-store.ts';
import type { Piece } from '../chunk-store.ts';
import { UploadChanged } from '../turns.ts';
import type { ObjectParts } from './object-parts.ts';

/** Chunks of at most this many bytes are stored in the database at first. */
const smallChunk = 128 * 1024;

/** The tail becomes an object with the chunk that makes it so large. */
const maxTail = { bytes: 8 * 1024 * 1024, rows: 1_024 };

/** Attempts to store an object, each under a key of its own: an attempt that failed may still arrive. */
const attempts = 3;

/** Time for all attempts but the last, in milliseconds. */
const patience = 20_000;

/** Where objects go. */
type ObjectTarget = Pick<ObjectParts, 'objects' | 'site' | 'counts' | 'dataKeys'>;

/** With the id of the upload whose bytes they have. */
type UploadTarget = ObjectTarget & { readonly id: string };

/** Bytes that were stored for a commit, and what to do when nothing of them is committed. */
export interface StagedBytes {
  readonly staged: Staged;
  /** SHA-256 of the chunk, where it was computed. */
  readonly digest?: Digest | undefined;
  /** Hash of all bytes of the upload, with the chunk; undefined: other processes have hashed some of them. */
  readonly whole: Hash | undefined;
  /** Removes an object that is certainly not committed. */
  discard(): Promise<void>;
}

function noObject(staged: Staged, whole: Hash | undefined): StagedBytes {
  return { staged, whole, discard: async () => undefined };
}

/**
 * Stores the bytes of a chunk so that a commit can name them: small ones go to the commit itself, others to an object,
 * with those of the tail. No connection to the database is held while an object is stored.
 *
 * @param tail of the upload when it was read.
 * @param before hash of all bytes before the chunk, which may be changed; undefined: not known.
 * @throws {UploadChanged} when another caller has appended since; {@link StorageError} `busy` when the store does not accept
 *   them in time.
 */
export async function stageBytes(
  { db, ...target }: Pick<ObjectParts, 'db'> & ObjectTarget,
  { id, ...tail }: Tail & { readonly id: string },
  piece: Piece,
  before: Hash | undefined,
): Promise<StagedBytes> {
  const { bytes, offset, isLast } = piece;
  const fits = tail.tailBytes + bytes.size < maxTail.bytes && tail.tailRows + 1 < maxTail.rows;
  if (!isLast && bytes.size <= smallChunk && fits) {
    if (bytes.size === 0) return noObject('nothing', before);
    const small = Buffer.from(await bytes.arrayBuffer());
    const row = await tailRow(id, { at: offset, bytes: small }, target.dataKeys);
    return noObject({ tail: row }, before?.update(small));
  }
  if (tail.tailBytes + bytes.size === 0) return noObject('nothing', before);
  const rows = tail.tailRows === 0 ? [] : await readTail(db, id, target.dataKeys);
  return await stageObject(target, { id, rows }, piece, before);
}

/** @throws {UploadChanged} when the tail does not end where the bytes begin. */
async function stageObject(
  target: ObjectTarget,
  { id, rows }: { readonly id: string; readonly rows: readonly TailRow[] },
  chunk: Pick<Piece, 'offset' | 'bytes'>,
  before: Hash | undefined,
): Promise<StagedBytes> {
  const { offset, bytes } = chunk;
  const tail = rows.map((row) => row.bytes);
  const size = tail.reduce((sum, { length }) => sum + length, bytes.size);
  const at = rows[0]?.at ?? offset;
  if (at + BigInt(size) !== offset + BigInt(bytes.size)) throw new UploadChanged();
  const { digest, whole } = await hashed(tail, chunk, before);
  const key = await putKept({ ...target, id }, bytes, { size, digest, pieces: () => piecesWith(tail, bytes) });
  return {
    staged: { extent: { key, at, size: BigInt(size), digest } },
    digest: tail.length === 0 ? digest : undefined,
    whole,
    discard: () => target.objects.remove(key).catch(() => undefined),
  };
}

/** Stores an object with the bytes of a chunk, whose memory is not used again before, also when its caller leaves. */
async function putKept(target: UploadTarget, chunk: Blob, body: ObjectBody): Promise<string> {
  const end = keepViews(chunk);
  try {
    return await putWithNewKeys(target, body);
  } finally {
    end();
  }
}

/** The SHA-256 of an object, and the hash of all bytes until its end. The bytes of the chunk are read once. */
async function hashed(
  tail: readonly Buffer[],
  { offset, bytes }: Pick<Piece, 'offset' | 'bytes'>,
  before: Hash | undefined,
): Promise<{ readonly digest: Digest; readonly whole: Hash | undefined }> {
  const isAll = offset === 0n;
  const arrived = tail.length === 0 ? arrivedHash(bytes)?.copy() : undefined;
  const object = arrived ?? newHash();
  for (const piece of tail) object.update(piece);
  const open = [...(arrived === undefined ? [object] : []), ...(isAll || before === undefined ? [] : [before])];
  if (open.length > 0) await addTo(open, bytes);
  return { digest: digestSoFar(object), whole: isAll ? object : before };
}

/** The bytes of the tail, then those of the chunk, which may be on the disk. */
function piecesWith(tail: readonly Buffer[], chunk: Blob): readonly Uint8Array[] | AsyncIterable<Uint8Array> {
  const views = blobViews(chunk);
  return views === undefined ? readAfter(tail, chunk) : [...tail, ...views];
}

async function* readAfter(tail: readonly Buffer[], chunk: Blob): AsyncGenerator<Uint8Array> {
  yield* tail;
  for await (const { piece } of piecesOf(chunk)) yield piece;
}

/** Stores an object, under another key at each attempt. Returns the key. @throws {StorageError} `busy` */
export async function putWithNewKeys({ objects, site, counts, id }: UploadTarget, body: ObjectBody): Promise<string> {
  const end = performance.now() + patience;
  for (let attempt = 1; ; attempt += 1) {
    const key = newObjectKey(site, id);
    try {
      await objects.put(key, body);
      return key;
    } catch (error) {
      const mayHeal = error instanceof StorageError && error.code === 'busy';
      if (!mayHeal || attempt === attempts || performance.now() > end) throw error;
    }
    counts.objectRetried();
    await sleep(100 * 2 ** attempt * (0.5 + Math.random()));
  }
}
