import { crc32 } from 'node:zlib';

/** An entry of a ZIP: a file, or a folder, whose name ends in `/`. */
export interface ZipEntry {
  /** Its path in the ZIP, with `/` between names. */
  readonly name: string;
  readonly size: bigint;
  readonly modified: Date;
  /** The bytes of a file, as many as `size`; undefined for a folder. */
  readonly pieces: (() => AsyncIterable<Uint8Array>) | undefined;
}

/** From here on a field of 32 bits has its value in an extra field (APPNOTE.TXT, 4.5.3). */
const large = 0xffff_ffffn;

/** The number of bytes of a ZIP: of its records, whose layout is below, and of its files. */
export function zipSize(entries: readonly ZipEntry[]): bigint {
  let offset = 0n;
  let directory = 0n;
  for (const { name, size, pieces } of entries) {
    const is64 = size >= large;
    const values = (is64 ? 2 : 0) + (offset >= large ? 1 : 0);
    const named = Buffer.byteLength(name) + unixTimeBytes;
    const behind = pieces === undefined ? 0 : is64 ? 24 : 16;
    directory += BigInt(46 + named + (values === 0 ? 0 : 4 + 8 * values));
    offset += BigInt(30 + named + (is64 ? 20 : 0) + behind) + size;
  }
  return offset + directory + BigInt(endRecords(entries.length, offset, directory).length);
}

/**
 * A ZIP of stored entries (APPNOTE.TXT 6.3.10), with names in UTF-8, times in UTC, and ZIP64 where it is needed. Sizes
 * are in front of the bytes, CRC-32 behind them.
 */
export async function* zipPieces(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const written: { readonly crc: number; readonly offset: bigint }[] = [];
  let offset = 0n;
  for (const entry of entries) {
    const header = localHeader(entry);
    yield header;
    let crc = 0;
    for await (const piece of entry.pieces?.() ?? []) {
      crc = crc32(piece, crc);
      yield piece;
    }
    const end = descriptor(entry, crc);
    if (end.length > 0) yield end;
    written.push({ crc, offset });
    offset += BigInt(header.length + end.length) + entry.size;
  }
  let directory = 0n;
  for (const [index, { crc, offset: at }] of written.entries()) {
    const entry = entries[index];
    if (entry === undefined) continue;
    const header = centralHeader(entry, crc, at);
    directory += BigInt(header.length);
    yield header;
  }
  yield endRecords(entries.length, offset, directory);
}

/** A number of 2, 4 or 8 bytes, the lowest one first. */
type Field = readonly [bytes: 2 | 4 | 8, value: number | bigint];

function record(...fields: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(Number(value), at, bytes);
    at += bytes;
  }
  return buffer;
}

const lowest = (value: bigint): bigint => (value < large ? value : large);

/** Fields that local and central headers share, from the version that is needed to the lengths of name and extra. */
function sharedFields(
  { size, modified, pieces }: ZipEntry,
  crc: number,
  lengths: readonly Field[],
  is64: boolean,
): Field[] {
  // UTF-8; for a file also: the CRC-32 follows its bytes.
  const flags = pieces === undefined ? 0x0800 : 0x0808;
  const [time, date] = dosTime(modified);
  const sizes: readonly Field[] = [
    [4, lowest(size)],
    [4, lowest(size)],
  ];
  return [[2, is64 ? 45 : 20], [2, flags], [2, 0], [2, time], [2, date], [4, crc], ...sizes, ...lengths];
}

function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const is64 = entry.size >= large;
  const extra = [...(is64 ? [record([2, 1], [2, 16], [8, entry.size], [8, entry.size])] : []), unixTime(entry)];
  const lengths = lengthsOf(name, extra);
  return Buffer.concat([record([4, 0x04034b50], ...sharedFields(entry, 0, lengths, is64)), name, ...extra]);
}

function descriptor({ size, pieces }: ZipEntry, crc: number): Buffer {
  const bytes = size >= large ? 8 : 4;
  return pieces === undefined ? Buffer.alloc(0) : record([4, 0x08074b50], [4, crc], [bytes, size], [bytes, size]);
}

function centralHeader(entry: ZipEntry, crc: number, offset: bigint): Buffer {
  const name = Buffer.from(entry.name);
  const values = [...(entry.size >= large ? [entry.size, entry.size] : []), ...(offset >= large ? [offset] : [])];
  const is64 = values.length > 0;
  const zip64 = record([2, 1], [2, 8 * values.length], ...values.map((value): Field => [8, value]));
  const extra = [...(is64 ? [zip64] : []), unixTime(entry)];
  // Of Unix: a file with rw-r--r--, or a folder with rwxr-xr-x.
  const attributes = entry.pieces === undefined ? 0o40755 * 0x10000 + 0x10 : 0o100644 * 0x10000;
  const shared = sharedFields(entry, crc, lengthsOf(name, extra), is64);
  const rest: readonly Field[] = [
    [2, 0],
    [2, 0],
    [2, 0],
    [4, attributes],
    [4, lowest(offset)],
  ];
  return Buffer.concat([record([4, 0x02014b50], [2, 0x033f], ...shared, ...rest), name, ...extra]);
}

function lengthsOf(name: Uint8Array, extra: readonly Uint8Array[]): readonly Field[] {
  return [
    [2, name.length],
    [2, extra.reduce((sum, { length }) => sum + length, 0)],
  ];
}

function endRecords(count: number, start: bigint, directory: bigint): Buffer {
  const counts: readonly Field[] = [
    [2, Math.min(count, 0xffff)],
    [2, Math.min(count, 0xffff)],
  ];
  const places: readonly Field[] = [
    [4, lowest(directory)],
    [4, lowest(start)],
  ];
  const end = record([4, 0x06054b50], [2, 0], [2, 0], ...counts, ...places, [2, 0]);
  if (count < 0xffff && start < large && directory < large) return end;
  const versions: readonly Field[] = [
    [2, 0x033f],
    [2, 45],
    [4, 0],
    [4, 0],
  ];
  const exact: readonly Field[] = [
    [8, count],
    [8, count],
    [8, directory],
    [8, start],
  ];
  const locator = record([4, 0x07064b50], [4, 0], [8, start + directory], [4, 1]);
  return Buffer.concat([record([4, 0x06064b50], [8, 44], ...versions, ...exact), locator, end]);
}

/** Time and date of MS-DOS, in UTC: from 1980 to 2107, in steps of two seconds. */
function dosTime(given: Date): readonly [time: number, date: number] {
  const [least, most] = [Date.UTC(1980, 0, 1), Date.UTC(2107, 11, 31, 23, 59, 58)];
  const at = new Date(Math.min(Math.max(given.getTime(), least), most));
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return [time, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()];
}

const unixTimeBytes = 9;

/** The extra field with the exact time of Unix, which readers prefer; up to 2038, where its 32 bits end. */
function unixTime({ modified }: ZipEntry): Buffer {
  const seconds = Math.min(Math.max(Math.floor(modified.getTime() / 1000), 0), 0x7fff_ffff);
  return Buffer.concat([record([2, 0x5455], [2, 5]), Buffer.from([1]), record([4, seconds])]);
}
