import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import { collapse } from '../xml/white-space.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { NOT_AN_INTEGER, parseInteger } from './integer.ts';

const MIN = -2_147_483_648;
const MAX = 2_147_483_647;
const OUT_OF_RANGE = `it must be between ${MIN} and ${MAX}`;

/** xs:int: 32 bits, exact (rule R4). @throws {XmlError} `value`. */
export function readInt(reader: XmlReader): number {
  const text = reader.text();
  const short = shortDigits(text);
  if (short !== -1) return short;
  const integer = parseInteger(collapse(text));
  if (integer === undefined) throw reader.invalid('int', NOT_AN_INTEGER);
  if (integer.digits.length > 10) throw reader.invalid('int', OUT_OF_RANGE);
  const size = Number(integer.digits);
  // `0 - size`, so that there is no negative zero.
  const value = integer.negative ? 0 - size : size;
  if (value < MIN || value > MAX) throw reader.invalid('int', OUT_OF_RANGE);
  return value;
}

/** One to nine digits and nothing else, as nearly every number is written; -1 for the rest. */
function shortDigits(text: string): number {
  if (text.length === 0 || text.length > 9) return -1;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** @throws {XmlError} `missing-element`, or `value` for what is no integer of 32 bits. */
export function writeInt(writer: XmlWriter, tag: Tag, value: number | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (!Number.isInteger(value)) throw writer.invalid(tag, 'int', 'it must be an integer');
  if (value < MIN || value > MAX) throw writer.invalid(tag, 'int', OUT_OF_RANGE);
  writer.plain(tag, `${value}`);
}
