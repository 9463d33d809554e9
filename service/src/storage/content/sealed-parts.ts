import type { Hash } from 'node:crypto';
import { type BigIntStats, fstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { blobViews, keepViews } from '@soapwright/runtime/server';
import { alignedMemory } from './aligned-memory.ts';
import { arrivedHash, type DataKeySource, dataKeyFor, dataKeyOf, piecesOf, uploadOfPart } from './content-store.ts';
import { type AppendOptions, lost } from './durable-write.ts';
import {
  checkEmptyEnd,
  cutLayout,
  emptyLayout,
  readLayout,
  readSealed,
  type SealedBuffers,
  type SealedLayout,
  type SealedOwner,
  sealedBufferBytes,
  writeSealed,
} from './sealed-file.ts';

/** Parts whose segments are known without reading their file. */
const maxLayouts = 1_000;

/** Pairs of buffers that are kept for reuse. */
const maxBuffers = 4;

interface KnownLayout {
  readonly layout: SealedLayout;
  /** Of the file when it was known to have it. */
  readonly version: string;
}

/** Parts whose bytes are sealed: see `sealed-file.ts` for their form. */
export class SealedParts {
  readonly #keys: DataKeySource | undefined;
  readonly #layouts = new Map<string, KnownLayout>();
  readonly #spares: SealedBuffers[] = [];
  readonly #allocate = alignedMemory();

  /** @param keys undefined: sealed bytes cannot be read or written. */
  constructor(keys: DataKeySource | undefined) {
    this.#keys = keys;
  }

  /** Whose bytes a part has; undefined: they are plain. @throws {StorageError} as `DataKeySource.key`. */
  async ownerOf(part: string): Promise<SealedOwner | undefined> {
    return await ownerOf(part, this.#keys);
  }

  /** Memory as `append` writes it. */
  block(): Uint8Array {
    const buffers = this.#takeBuffers();
    this.#keepBuffers(buffers);
    return buffers[0];
  }

  #takeBuffers(): SealedBuffers {
    return this.#spares.pop() ?? [this.#allocate(sealedBufferBytes), this.#allocate(sealedBufferBytes)];
  }

  #keepBuffers(buffers: SealedBuffers): void {
    if (this.#spares.length < maxBuffers) this.#spares.push(buffers);
  }

  /**
   * Appends bytes to a part, as `writeDurably`; offsets are those of plain bytes.
   *
   * @throws {StorageError} `lost` when the part has no write that ended at the offset.
   */
  async append(
    file: FileHandle,
    { part, path, owner }: { readonly part: string; readonly path: string; readonly owner: SealedOwner },
    bytes: Blob,
    { start, hash, isFinal, sync }: AppendOptions,
  ): Promise<Hash> {
    const before = fstatSync(file.fd, { bigint: true });
    const layout = start === 0 ? emptyLayout() : await this.#layoutOf(part, path, before);
    this.#layouts.delete(part);
    if (!cutLayout(layout, start)) throw lost(part, start);
    const from = layout.end;
    const arrived = start === 0 ? arrivedHash(bytes)?.copy() : undefined;
    const whole = arrived ?? hash;
    const views = blobViews(bytes);
    const buffers = this.#takeBuffers();
    const keep = keepViews(bytes);
    try {
      const { fileEnd } = await writeSealed(file, owner, layout, {
        size: bytes.size,
        isFinal,
        pieces: views ?? hashedPieces(bytes, arrived === undefined ? hash : undefined),
        buffers,
        whileWriting() {
          if (views !== undefined && arrived === undefined) for (const view of views) whole.update(view);
        },
      });
      if (before.size > fileEnd) await file.truncate(fileEnd);
      await sync();
      if (!isFinal) this.#know(part, layout, fstatSync(file.fd, { bigint: true }));
      return whole;
    } catch (error) {
      // On a full disk these bytes would leave no space for the database.
      await file.truncate(from).catch(() => undefined);
      throw error;
    } finally {
      this.#keepBuffers(buffers);
      keep();
    }
  }

  async #layoutOf(part: string, path: string, stats: BigIntStats): Promise<SealedLayout> {
    const known = this.#layouts.get(part);
    // Another process may have appended since.
    if (known !== undefined && known.version === versionOf(stats)) return known.layout;
    const file = await open(path, 'r');
    try {
      return await readLayout(file, Number(stats.size));
    } finally {
      await file.close();
    }
  }

  #know(part: string, layout: SealedLayout, stats: BigIntStats): void {
    this.#layouts.set(part, { layout, version: versionOf(stats) });
    const [oldest] = this.#layouts.keys();
    if (this.#layouts.size > maxLayouts && oldest !== undefined) this.#layouts.delete(oldest);
  }
}

async function* hashedPieces(bytes: Blob, hash: Hash | undefined): AsyncGenerator<Uint8Array> {
  for await (const { piece } of piecesOf(bytes)) {
    hash?.update(piece);
    yield piece;
  }
}

function versionOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs}`;
}

/** Whose bytes a part has; undefined: they are plain. @throws {StorageError} as `DataKeySource.key`. */
async function ownerOf(part: string, keys: DataKeySource | undefined): Promise<SealedOwner | undefined> {
  const dataKey = await dataKeyFor(part, keys);
  return dataKey && { upload: uploadOfPart(part), dataKey };
}

/** Plain bytes of an open file. */
export interface PlainBytes {
  readonly size: number;
  /** False for a sealed file that was cut off, or is not finished. */
  readonly isWhole: boolean;
  /** The bytes from one offset to another, fewer when there are fewer. */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
}

/** The plain bytes of the file of a part, whether they are sealed or not. @throws {StorageError} */
export async function plainBytes(file: FileHandle, part: string, keys: DataKeySource | undefined): Promise<PlainBytes> {
  const owner = await ownerOf(part, keys);
  const { size } = await file.stat();
  if (owner === undefined) return { size, isWhole: true, read: (from, to) => pieces(file, from, to) };
  const layout = await readLayout(file, size);
  await checkEmptyEnd(file, owner, layout);
  return { size: layout.size, isWhole: layout.isFinal, read: (from, to) => readSealed(file, owner, layout, from, to) };
}

/** Reads the plain bytes of the file of a part. @throws {StorageError}, and errors of node:fs. */
export async function withPlainBytes<T>(
  path: string,
  keys: DataKeySource | undefined,
  work: (bytes: PlainBytes) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(await plainBytes(file, basename(path), keys));
  } finally {
    await file.close();
  }
}

/**
 * Truncates the file of a part after some plain bytes.
 *
 * @returns false when it has fewer.
 */
export async function truncatePart(file: FileHandle, part: string, size: number): Promise<boolean> {
  const { size: before } = await file.stat();
  if (dataKeyOf(part) === undefined) {
    if (before < size) return false;
    await file.truncate(size);
    return true;
  }
  const layout = await readLayout(file, before);
  if (!cutLayout(layout, size)) return false;
  await file.truncate(layout.end);
  return true;
}

/** Bytes of a piece that is read. */
const readSize = 64 * 1024;

/** Bytes of an open file, each piece in memory of its own. */
async function* pieces(file: FileHandle, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const length = Math.min(readSize, to - at);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
