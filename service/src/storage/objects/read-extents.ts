import { StorageError } from '../../common/storage-error.ts';
import { type DataKeySource, newHash } from '../content/content-store.ts';
import type { Db } from '../tables.ts';
import { type Extent, readExtents, readTail } from './extent-rows.ts';
import type { ObjectStore } from './object-store.ts';

/** Most bytes of one request. */
const rangeSize = 4 * 1024 * 1024;

/** Requests that run ahead of the reader. */
const ahead = 4;

/** A part of an extent, from one offset in its object to another. */
interface Range {
  readonly extent: Extent;
  readonly from: number;
  readonly to: number;
}

/** The bytes of the objects of an upload, and of its tail. */
export interface ExtentReader {
  readonly db: Db;
  readonly objects: ObjectStore;
  /** Of sealed tails; undefined: those cannot be read. */
  readonly dataKeys?: DataKeySource | undefined;
}

/**
 * Reads bytes of extents from one offset to another. Some requests run ahead of the reader. Objects that are read as a
 * whole are compared with their SHA-256.
 *
 * @param to undefined: to the end of the last object.
 * @throws {StorageError} `lost` when bytes are missing, or have changed.
 */
export async function* readBytes(
  objects: ObjectStore,
  extents: AsyncIterable<Extent> | Iterable<Extent>,
  from = 0n,
  to?: bigint,
): AsyncGenerator<Uint8Array> {
  const digests = new ExtentDigests();
  for await (const { range, bytes } of readAhead(rangesOf(extents, from, to), objects)) {
    digests.add(range, bytes);
    yield bytes;
  }
}

/** Reads acknowledged bytes of an unfinished upload, from one offset to another, as `readBytes` does. */
export async function* readUpload(
  { db, objects, dataKeys }: ExtentReader,
  uploadId: string,
  from: bigint,
  to: bigint,
): AsyncGenerator<Uint8Array> {
  let end = from;
  for await (const bytes of readBytes(objects, readExtents(db, uploadId, from), from, to)) {
    end += BigInt(bytes.length);
    yield bytes;
  }
  if (end === to) return;
  for (const { at, bytes } of await readTail(db, uploadId, dataKeys)) {
    if (at + BigInt(bytes.length) <= end || at >= to) continue;
    if (at > end) throw hole(end);
    yield bytes.subarray(Number(end - at), Number(to - at));
    end = min(at + BigInt(bytes.length), to);
  }
  if (end !== to) throw hole(end);
}

async function* rangesOf(
  extents: AsyncIterable<Extent> | Iterable<Extent>,
  from: bigint,
  to: bigint | undefined,
): AsyncGenerator<Range> {
  let end = from;
  for await (const extent of extents) {
    if (extent.at > end) throw hole(end);
    if (extent.at + extent.size <= end) continue;
    if (to !== undefined && extent.at >= to) return;
    const last = Number(min(extent.size, (to ?? extent.at + extent.size) - extent.at));
    for (let at = Number(end - extent.at); at < last; at += rangeSize) {
      yield { extent, from: at, to: Math.min(at + rangeSize, last) };
    }
    end = extent.at + extent.size;
  }
}

interface ReadRange {
  readonly range: Range;
  readonly bytes: Buffer;
}

async function* readAhead(ranges: AsyncIterable<Range>, objects: ObjectStore): AsyncGenerator<ReadRange> {
  const running: Promise<ReadRange>[] = [];
  const begin = (range: Range): void => {
    const read = objects
      .read(range.extent.key, range.from, range.to, Number(range.extent.size))
      .then((bytes) => ({ range, bytes }));
    // Awaited in order; one that fails before its turn must not end the process.
    read.catch(() => undefined);
    running.push(read);
  };
  for await (const range of ranges) {
    begin(range);
    const oldest = running.length < ahead ? undefined : running.shift();
    if (oldest !== undefined) yield await oldest;
  }
  for (const read of running) yield await read;
}

/** Compares the objects that are read as a whole with their SHA-256. */
class ExtentDigests {
  #hash = newHash();
  #next = 0;

  add({ extent, from, to }: Range, bytes: Buffer): void {
    if (from === 0) {
      this.#hash = newHash();
      this.#next = 0;
    }
    if (from !== this.#next) return;
    this.#hash.update(bytes);
    this.#next = to;
    if (BigInt(to) !== extent.size) return;
    const found = this.#hash.digest('hex');
    this.#next = -1;
    if (found === extent.digest) return;
    throw new StorageError(
      'lost',
      `The object ${extent.key} has changed: its SHA-256 is ${found}, and should be ${extent.digest}.`,
    );
  }
}

function hole(at: bigint): StorageError {
  return new StorageError('lost', `Bytes are missing in the object store at offset ${at}.`);
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
