import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import { collapse } from '../xml/white-space.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { NOT_AN_INTEGER, parseInteger } from './integer.ts';

const MIN = -9_223_372_036_854_775_808n;
const MAX = 9_223_372_036_854_775_807n;
const OUT_OF_RANGE = `it must be between ${MIN} and ${MAX}`;
const UNSAFE = `it must be between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}, where a number is exact`;

/** The value of a lexical form, or what is wrong with it. */
function parseLong(text: string): bigint | string {
  const integer = parseInteger(collapse(text));
  if (integer === undefined) return NOT_AN_INTEGER;
  // So many digits are never in range, and making a bigint of very many is slow.
  if (integer.digits.length > 19) return OUT_OF_RANGE;
  const size = BigInt(integer.digits);
  const value = integer.negative ? -size : size;
  return value < MIN || value > MAX ? OUT_OF_RANGE : value;
}

/** xs:long: 64 bits, exact (rule R4). @throws {XmlError} `value`. */
export function readLong(reader: XmlReader): bigint {
  const value = parseLong(reader.text());
  if (typeof value === 'string') throw reader.invalid('long', value);
  return value;
}

/** @throws {XmlError} `missing-element`, or `value` for what is no bigint of 64 bits. */
export function writeLong(writer: XmlWriter, tag: Tag, value: bigint | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (typeof value !== 'bigint') throw writer.invalid(tag, 'long', 'it must be a bigint');
  if (value < MIN || value > MAX) throw writer.invalid(tag, 'long', OUT_OF_RANGE);
  writer.plain(tag, `${value}`);
}

/** xs:long as its digits: no `+`, no leading zeros. @throws {XmlError} `value`. */
export function readLongAsString(reader: XmlReader): string {
  return readLong(reader).toString();
}

/** Takes every lexical form of xs:long, and writes the canonical one. @throws {XmlError} `missing-element` or `value`. */
export function writeLongAsString(writer: XmlWriter, tag: Tag, value: string | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (typeof value !== 'string') throw writer.invalid(tag, 'long', 'it must be a string of digits');
  const long = parseLong(value);
  if (typeof long === 'string') throw writer.invalid(tag, 'long', long);
  writer.plain(tag, `${long}`);
}

/** xs:long as a number, refused where a number is not exact. @throws {XmlError} `value`. */
export function readLongAsNumber(reader: XmlReader): number {
  const value = Number(readLong(reader));
  if (!Number.isSafeInteger(value)) throw reader.invalid('long', UNSAFE);
  return value;
}

/** @throws {XmlError} `missing-element`, or `value` for what is no safe integer. */
export function writeLongAsNumber(writer: XmlWriter, tag: Tag, value: number | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (!Number.isInteger(value)) throw writer.invalid(tag, 'long', 'it must be an integer');
  if (!Number.isSafeInteger(value)) throw writer.invalid(tag, 'long', UNSAFE);
  writer.plain(tag, `${value}`);
}
