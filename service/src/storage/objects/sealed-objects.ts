import { createHash } from 'node:crypto';
import {
  plainSize,
  recordBytes,
  Segment,
  type SegmentOptions,
  saltBytes,
  sealedRecordBytes,
  sealedSize,
} from '../../secrets/sealed-records.ts';
import type { DataKeySource } from '../content/content-store.ts';
import type { ListedObject, ObjectBody, ObjectStore } from './object-store.ts';

/** The id of the data key in the key of a sealed object. */
const sealedKey = /\.k([0-9a-f]{12})$/;

/**
 * Seals the objects whose keys name a data key, each as one segment, and leaves others as they are. The key of an object
 * is random and never used again, so it is the salt; sizes and offsets are those of the plain bytes.
 */
export class SealedObjects implements ObjectStore {
  readonly #objects: ObjectStore;
  readonly #keys: DataKeySource;

  constructor(objects: ObjectStore, keys: DataKeySource) {
    this.#objects = objects;
    this.#keys = keys;
  }

  async put(key: string, body: ObjectBody): Promise<void> {
    const segment = await this.#segment(key, body.size);
    await this.#objects.put(key, segment === undefined ? body : await sealed(segment, body));
  }

  async read(key: string, from: number, to: number, size: number): Promise<Buffer> {
    const segment = await this.#segment(key, size);
    if (segment === undefined || from === to) return await this.#objects.read(key, from, to, size);
    const first = Math.floor(from / recordBytes);
    const end = Math.min(Math.ceil(to / recordBytes) * sealedRecordBytes, sealedSize(size));
    const bytes = await this.#objects.read(key, first * sealedRecordBytes, end, sealedSize(size));
    const plain = Buffer.concat([...segment.open(first, bytes, `the object ${key}`)]);
    return plain.subarray(from - first * recordBytes, to - first * recordBytes);
  }

  async size(key: string): Promise<number | undefined> {
    const size = await this.#objects.size(key);
    return size === undefined || !sealedKey.test(key) ? size : plainSize(size);
  }

  async remove(key: string): Promise<void> {
    await this.#objects.remove(key);
  }

  async *list(prefix?: string): AsyncGenerator<ListedObject> {
    for await (const listed of this.#objects.list(prefix)) {
      yield sealedKey.test(listed.key) ? { ...listed, size: plainSize(listed.size) } : listed;
    }
  }

  async probe(): Promise<number> {
    return await this.#objects.probe();
  }

  close(): void {
    this.#objects.close();
  }

  async #segment(key: string, size: number): Promise<Segment | undefined> {
    const [, id] = sealedKey.exec(key) ?? [];
    if (id === undefined) return undefined;
    const dataKey = await this.#keys.key(id);
    return new Segment({ dataKey, salt: Buffer.alloc(saltBytes), about: `object ${key}`, size, isFinal: true });
  }
}

async function sealed(segment: Segment, body: ObjectBody): Promise<ObjectBody> {
  const given = body.pieces();
  const hash = createHash('sha256');
  const size = sealedSize(body.size);
  if (Symbol.iterator in given) {
    const pieces = sealAll(segment, given);
    for (const piece of pieces) hash.update(piece);
    return { size, digest: hash.digest('hex'), pieces: () => pieces };
  }
  // What is on the disk is sealed twice, for the digest and to be sent, instead of being held in memory.
  for await (const piece of sealEach(segment, given)) hash.update(piece);
  return { size, digest: hash.digest('hex'), pieces: () => sealEach(segment, body.pieces()) };
}

/** All sealed bytes of a segment. */
function sealAll(segment: Segment, pieces: Iterable<Uint8Array>): Uint8Array[] {
  const all: Uint8Array[] = [];
  const put = (bytes: Uint8Array): unknown => all.push(bytes);
  const sealer = segment.sealer();
  for (const piece of pieces) sealer.push(piece, put);
  sealer.end(put);
  return all;
}

async function* sealEach(
  segment: Segment,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const put = (bytes: Uint8Array): unknown => ready.push(bytes);
  const sealer = segment.sealer();
  for await (const piece of pieces) {
    sealer.push(piece, put);
    yield* ready;
    ready = [];
  }
  sealer.end(put);
  yield* ready;
}

/** A few bytes that are stored in a row: a segment behind its salt. */
export function sealBytes(bytes: Uint8Array, options: Omit<SegmentOptions, 'size' | 'isFinal'>): Buffer {
  const segment = new Segment({ ...options, size: bytes.length, isFinal: true });
  return Buffer.concat([options.salt, ...sealAll(segment, [bytes])]);
}

/** The bytes that `sealBytes` has sealed. @throws {StorageError} `lost` when they were changed. */
export function openBytes(stored: Buffer, options: Pick<SegmentOptions, 'dataKey' | 'about'>): Buffer {
  const size = plainSize(stored.length - saltBytes);
  const segment = new Segment({ ...options, salt: stored.subarray(0, saltBytes), size, isFinal: true });
  return Buffer.concat([...segment.open(0, stored.subarray(saltBytes), options.about)]);
}
