import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { StorageError } from '../../common/storage-error.ts';
import { recordBytes, Segment, saltBytes, sealedRecordBytes, sealedSize } from '../../secrets/sealed-records.ts';
import { alignment } from './aligned-memory.ts';

/**
 * A file of sealed bytes. Each write adds a segment: a header, and records. Bytes that were acknowledged are never sealed
 * again. Segments begin at multiples of 4,096 bytes, so that they can be written past the page cache. A published file of
 * several segments ends with an index of them, so that a range is found by one read.
 *
 * ```
 * header    "RFS1", a byte of flags (1: the last segment), three zero bytes, the number of plain bytes (8), the salt (16)
 * records   64 KiB each, the last one shorter, with a tag of 16 bytes behind each; then zero bytes up to the alignment
 * index     for each segment its plain offset and its place in the file (8 bytes each)
 * trailer   "RFSX", the number of segments (4), the place of the index (8): the last bytes of the file
 * ```
 */
export interface SealedLayout {
  /** The segments, in order. */
  readonly segments: SealedPlace[];
  /** Plain bytes. */
  size: number;
  /** Where the next segment begins. */
  end: number;
  /** Whether the last segment says that it is. */
  isFinal: boolean;
}

/** A segment in a file. */
interface SealedPlace {
  /** Plain offset of its first byte. */
  readonly at: number;
  /** Offset of its header in the file. */
  readonly start: number;
}

const [magic, indexMagic] = ['RFS1', 'RFSX'] as const;
const [headerBytes, trailerBytes, placeBytes] = [32, 16, 16] as const;

/** Records that are read at once. */
const recordsAtOnce = 4;

/** Buffers of readers that have ended: new memory costs more than to open what is read into it. */
const spareBuffers: (readonly [Buffer, Buffer])[] = [];
const maxSpares = 16;

function newReadBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(recordsAtOnce * sealedRecordBytes);
}

export function emptyLayout(): SealedLayout {
  return { segments: [], size: 0, end: 0, isFinal: false };
}

/** Finds the segments of a file, by its index or their headers. What a write left that was cut is not among them. */
export async function readLayout(file: FileHandle, fileSize: number): Promise<SealedLayout> {
  const layout = emptyLayout();
  for (const place of (await readIndex(file, fileSize)) ?? []) {
    layout.segments.push(place);
    layout.size = place.at;
    layout.end = place.start;
  }
  // The last one of an index has no successor that says where it ends.
  const isIndexed = layout.segments.pop() !== undefined;
  for (;;) {
    const header = await readHeader(file, layout.end);
    if (header === undefined || layout.end + headerBytes + sealedSize(header.size) > fileSize) return layout;
    addSegment(layout, header);
    if (isIndexed) return layout;
  }
}

function addSegment(layout: SealedLayout, { size, isFinal }: Pick<Header, 'size' | 'isFinal'>): void {
  layout.segments.push({ at: layout.size, start: layout.end });
  layout.size += size;
  layout.end = aligned(layout.end + headerBytes + sealedSize(size));
  layout.isFinal = isFinal;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

/**
 * Forgets the segments from a plain offset on.
 *
 * @returns false when none ends there.
 */
export function cutLayout(layout: SealedLayout, size: number): boolean {
  if (size === layout.size) return true;
  const index = layout.segments.findIndex(({ at }) => at === size);
  const place = layout.segments[index];
  if (place === undefined) return false;
  layout.segments.length = index;
  Object.assign(layout, { size: place.at, end: place.start, isFinal: false });
  return true;
}

/** The segments in the index of a file; undefined without a whole one. */
async function readIndex(file: FileHandle, fileSize: number): Promise<readonly SealedPlace[] | undefined> {
  const trailer = await readBytes(file, Math.max(0, fileSize - trailerBytes), trailerBytes);
  if (trailer === undefined || trailer.toString('latin1', 0, 4) !== indexMagic) return undefined;
  const start = Number(trailer.readBigUInt64BE(8));
  const length = trailer.readUInt32BE(4) * placeBytes;
  const index = start + length < fileSize ? await readBytes(file, start, length) : undefined;
  if (index === undefined) return undefined;
  const places = Array.from({ length: index.length / placeBytes }, (_, entry) => ({
    at: Number(index.readBigUInt64BE(entry * placeBytes)),
    start: Number(index.readBigUInt64BE(entry * placeBytes + 8)),
  }));
  return places.every((place, entry) => isAfter(place, places[entry - 1])) ? places : undefined;
}

/** Whether a segment begins where the one before it ends. A loss of power may have kept some blocks of an index only. */
function isAfter({ at, start }: SealedPlace, before: SealedPlace | undefined): boolean {
  if (before === undefined) return at === 0 && start === 0;
  return at >= before.at && start === aligned(before.start + headerBytes + sealedSize(at - before.at));
}

interface Header {
  readonly size: number;
  readonly salt: Buffer;
  readonly isFinal: boolean;
}

async function readHeader(file: FileHandle, start: number): Promise<Header | undefined> {
  const header = await readBytes(file, start, headerBytes);
  if (header === undefined || header.toString('latin1', 0, 4) !== magic) return undefined;
  return { size: Number(header.readBigUInt64BE(8)), salt: header.subarray(16), isFinal: header[4] === 1 };
}

/** Undefined when the file has fewer bytes. */
async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer | undefined> {
  return await readInto(Buffer.allocUnsafe(length), file, start, length);
}

async function readInto(target: Buffer, file: FileHandle, start: number, length: number): Promise<Buffer | undefined> {
  const { bytesRead } = await file.read(target, 0, length, start);
  return bytesRead === length ? target.subarray(0, length) : undefined;
}

/** The place of a segment is part of what its key depends on. */
function about(upload: string, at: number): string {
  return `${upload}/${at}`;
}

/** Whose bytes a file has, and the key that seals them. */
export interface SealedOwner {
  readonly upload: string;
  readonly dataKey: Uint8Array;
}

/**
 * Reads plain bytes from one offset to another; fewer when the file ends before.
 *
 * @throws {StorageError} `lost` when they were changed.
 */
export async function* readSealed(
  file: FileHandle,
  { upload, dataKey }: SealedOwner,
  { segments }: SealedLayout,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  // The last segment that begins at the offset or before it.
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((segments[middle]?.at ?? 0) <= from) low = middle;
    else high = middle - 1;
  }
  // One is read into while the records in the other one are opened.
  const buffers = spareBuffers.pop() ?? [newReadBuffer(), newReadBuffer()];
  // An index is not sealed: its segments are all of them if each begins where the one before it ends.
  let expected: number | undefined;
  for (const { at, start } of segments.slice(low)) {
    if (at >= to) break;
    const header = await readHeader(file, start);
    if (header === undefined) return;
    const { size } = header;
    if (expected === undefined ? at > from : at !== expected) {
      throw new StorageError('lost', `The segments of ${upload} do not follow each other.`);
    }
    expected = at + size;
    if (expected <= from) continue;
    const segment = new Segment({ ...header, dataKey, about: about(upload, at) });
    const end = Math.min(to - at, size);
    const readFrom = async (index: number): Promise<Buffer | undefined> => {
      const place = index * sealedRecordBytes;
      const records = Math.min(recordsAtOnce, Math.ceil(end / recordBytes) - index);
      const length = Math.min(records * sealedRecordBytes, sealedSize(size) - place);
      const buffer = buffers[((index / recordsAtOnce) & 1) as 0 | 1];
      return await readInto(buffer, file, start + headerBytes + place, length);
    };
    let index = Math.floor(Math.max(0, from - at) / recordBytes);
    for (let next: Promise<Buffer | undefined> | undefined = readFrom(index); next !== undefined; ) {
      const sealed = await next;
      if (sealed === undefined) return;
      next = (index + recordsAtOnce) * recordBytes < end ? readFrom(index + recordsAtOnce) : undefined;
      // It is awaited unless the reader stops.
      next?.catch(() => undefined);
      for (const plain of segment.open(index, sealed, upload)) {
        const first = at + index * recordBytes;
        const piece = plain.subarray(Math.max(0, from - first), Math.max(0, to - first));
        if (piece.length > 0) yield piece;
        index += 1;
      }
    }
  }
  // Not after a reader that stopped: a read may be under way.
  if (spareBuffers.length < maxSpares) spareBuffers.push(buffers);
}

/**
 * Checks the last segment where it has no bytes, which no reader opens.
 *
 * @throws {StorageError} `lost` when somebody else has written it.
 */
export async function checkEmptyEnd(
  file: FileHandle,
  { upload, dataKey }: SealedOwner,
  { segments, size }: SealedLayout,
): Promise<void> {
  const last = segments.at(-1);
  if (last === undefined || last.at < size) return;
  const header = await readHeader(file, last.start);
  const sealed = await readBytes(file, last.start + headerBytes, sealedSize(0));
  if (header === undefined || sealed === undefined) return;
  const segment = new Segment({ ...header, dataKey, about: about(upload, last.at) });
  for (const _ of segment.open(0, sealed, upload));
}

/** Where sealed bytes are gathered before they are written: aligned, so that they can pass the page cache. */
export type SealedBuffers = readonly [Uint8Array, Uint8Array];

/** Bytes of each of them: a chunk of 1 MiB with its header and tags is written at once. */
export const sealedBufferBytes: number = 1024 * 1024 + 64 * 1024;

/**
 * Adds a segment to a file behind others.
 *
 * @param layout of the segments before; the new one is added to it.
 * @param pieces all bytes of the segment, in turn.
 * @param whileWriting called while the last bytes are on their way.
 */
export async function writeSealed(
  file: FileHandle,
  { upload, dataKey }: SealedOwner,
  layout: SealedLayout,
  options: {
    readonly size: number;
    readonly isFinal: boolean;
    readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
    readonly buffers: SealedBuffers;
    readonly whileWriting: () => void;
  },
): Promise<{ readonly fileEnd: number }> {
  const { size, isFinal, pieces, buffers, whileWriting } = options;
  const salt = randomBytes(saltBytes);
  const header = Buffer.alloc(headerBytes);
  header.write(magic, 'latin1');
  header[4] = isFinal ? 1 : 0;
  header.writeBigUInt64BE(BigInt(size), 8);
  salt.copy(header, 16);
  const writer = new BlockWriter(file, layout.end, buffers);
  const sealer = new Segment({ dataKey, salt, about: about(upload, layout.size), size, isFinal }).sealer();
  const put = (bytes: Uint8Array): void => writer.put(bytes);
  try {
    put(header);
    for await (const piece of pieces) {
      // A few records at a time: a full buffer is written before the next ones are sealed.
      for (let at = 0; at < piece.length; at += recordBytes) {
        sealer.push(piece.subarray(at, at + recordBytes), put);
        await writer.makeRoom();
      }
    }
    sealer.end(put);
    addSegment(layout, { size, isFinal });
    writer.align();
    if (isFinal && layout.segments.length > 1) await writeIndex(writer, layout);
    writer.flush();
    whileWriting();
    await writer.written();
    return { fileEnd: writer.end };
  } finally {
    // The buffers are used again.
    await writer.written().catch(() => undefined);
  }
}

async function writeIndex(writer: BlockWriter, { segments, end }: SealedLayout): Promise<void> {
  const index = Buffer.alloc(segments.length * placeBytes);
  for (const [entry, { at, start }] of segments.entries()) {
    index.writeBigUInt64BE(BigInt(at), entry * placeBytes);
    index.writeBigUInt64BE(BigInt(start), entry * placeBytes + 8);
  }
  const trailer = Buffer.alloc(trailerBytes);
  trailer.write(indexMagic, 'latin1');
  trailer.writeUInt32BE(segments.length, 4);
  trailer.writeBigUInt64BE(BigInt(end), 8);
  for (let at = 0; at < index.length; at += recordBytes) {
    await writer.makeRoom();
    writer.put(index.subarray(at, at + recordBytes));
  }
  writer.align(trailerBytes);
  writer.put(trailer);
}

/** Writes bytes in blocks from two buffers in turn: one is filled while the other is on its way. */
class BlockWriter {
  readonly #file: FileHandle;
  readonly #buffers: SealedBuffers;
  #current = 0;
  #used = 0;
  #position: number;
  #writing: Promise<void> | undefined;
  /** Buffers that wait to be written, with the bytes in them. */
  #full: { readonly buffer: Uint8Array; readonly length: number }[] = [];

  constructor(file: FileHandle, position: number, buffers: SealedBuffers) {
    this.#file = file;
    this.#position = position;
    this.#buffers = buffers;
  }

  /** Where the next byte goes in the file. */
  get end(): number {
    return this.#position + this.#full.reduce((sum, { length }) => sum + length, this.#used);
  }

  /** Waits until there is room for some more records. */
  async makeRoom(): Promise<void> {
    if (this.#full.length > 0 && this.#used + 4 * sealedRecordBytes > sealedBufferBytes) await this.#writing;
  }

  /** Adds bytes, for which there must be room. */
  put(bytes: Uint8Array): void {
    const buffer = this.#buffers[this.#current & 1] as Uint8Array;
    const room = buffer.length - this.#used;
    buffer.set(bytes.subarray(0, room), this.#used);
    this.#used += Math.min(room, bytes.length);
    if (bytes.length < room) return;
    this.flush();
    this.put(bytes.subarray(room));
  }

  /** Adds zero bytes, so that with some more bytes a block is full. */
  align(more = 0): void {
    const zeros = (alignment - ((this.#used + more) % alignment)) % alignment;
    if (zeros > 0) this.put(Buffer.alloc(zeros));
  }

  /** Begins to write what is in the buffer. */
  flush(): void {
    if (this.#used > 0) this.#full.push({ buffer: this.#buffers[this.#current & 1] as Uint8Array, length: this.#used });
    this.#current += 1;
    this.#used = 0;
    this.#writing ??= this.#write();
    // It is awaited later.
    this.#writing.catch(() => undefined);
  }

  /** Waits for what was written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    for (let next = this.#full[0]; next !== undefined; next = this.#full[0]) {
      for (let done = 0; done < next.length; ) {
        const left = next.length - done;
        done += (await this.#file.write(next.buffer, done, left, this.#position + done)).bytesWritten;
      }
      this.#position += next.length;
      this.#full.shift();
    }
    this.#writing = undefined;
  }
}
