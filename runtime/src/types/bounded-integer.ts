import { collapse } from '../xml/chars.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { AttributeName, Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { requiredText } from './attribute-text.ts';
import { NOT_AN_INTEGER, parseInteger, parseShort } from './integer-text.ts';
import { byNumber, type SimpleType, ValueError } from './simple-type.ts';

const MIN_INT = -2_147_483_648;
const MAX_INT = 2_147_483_647;
/** Numbers with at most this many digits are below every maximum of 32 bits. */
const SHORT_DIGITS = 9;
const NO_INTEGER = 'it must be an integer';

/** The value of a lexical form between two bounds, or the reason why it has none. */
function parseBounded(text: string, min: number, max: number): number | string {
  const quick = parseShort(text, SHORT_DIGITS);
  if (quick !== -1 && quick <= max) return quick;
  const integer = parseInteger(collapse(text));
  if (integer === undefined) return NOT_AN_INTEGER;
  // Longer texts may hold a number that JavaScript rounds.
  if (integer.digits.length > 10) return outOfRange(min, max);
  const size = Number(integer.digits);
  // `0 - size`, because `-size` would be a negative zero.
  const value = integer.negative ? 0 - size : size;
  return value < min || value > max ? outOfRange(min, max) : value;
}

/** The reason why a value cannot be written, if there is one. */
function checkBounded(value: number, min: number, max: number): string | undefined {
  if (!Number.isInteger(value)) return NO_INTEGER;
  return value < min || value > max ? outOfRange(min, max) : undefined;
}

function outOfRange(min: number, max: number): string {
  return `it must be between ${min} and ${max}`;
}

/** The integers that a number holds exactly (XML Schema part 2, 3.3.17 to 3.3.24). */
function bounded(name: string, min: number, max: number): SimpleType<number> {
  return {
    name,
    compare: byNumber,
    parse(text) {
      const value = parseBounded(text, min, max);
      if (typeof value === 'string') throw new ValueError(value);
      return value;
    },
    print(value) {
      const reason = checkBounded(value, min, max);
      if (reason !== undefined) throw new ValueError(reason);
      return `${value}`;
    },
  };
}

export const byte: SimpleType<number> = /* @__PURE__ */ bounded('byte', -128, 127);
export const short: SimpleType<number> = /* @__PURE__ */ bounded('short', -32_768, 32_767);
export const int: SimpleType<number> = /* @__PURE__ */ bounded('int', MIN_INT, MAX_INT);
export const unsignedByte: SimpleType<number> = /* @__PURE__ */ bounded('unsignedByte', 0, 255);
export const unsignedShort: SimpleType<number> = /* @__PURE__ */ bounded('unsignedShort', 0, 65_535);
export const unsignedInt: SimpleType<number> = /* @__PURE__ */ bounded('unsignedInt', 0, 4_294_967_295);

/** Reads the open element as xs:int: an integer of 32 bits (rule R4). @throws {XmlError} `value`. */
export function readInt(reader: XmlReader): number {
  const text = reader.text();
  const value = parseBounded(text, MIN_INT, MAX_INT);
  if (typeof value === 'string') throw reader.invalid('int', value);
  return value;
}

/** Writes xs:int. @throws {XmlError} `missing-element`, or `value` unless it is an integer of 32 bits. */
export function writeInt(writer: XmlWriter, tag: Tag, value: number | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  const reason = checkBounded(value, MIN_INT, MAX_INT);
  if (reason !== undefined) throw writer.invalid(tag, 'int', reason);
  writer.plain(tag, `${value}`);
}

/** Reads an attribute of xs:int. @returns undefined without it. @throws {XmlError} `value`. */
export function readIntAttribute(reader: XmlReader, name: AttributeName): number | undefined {
  const text = reader.attribute(name);
  return text === undefined ? undefined : intAttribute(reader, name, text);
}

/** Reads a required attribute of xs:int. @throws {XmlError} `missing-attribute` or `value`. */
export function requiredIntAttribute(reader: XmlReader, name: AttributeName): number {
  return intAttribute(reader, name, requiredText(reader, name));
}

function intAttribute(reader: XmlReader, name: AttributeName, text: string): number {
  const value = parseBounded(text, MIN_INT, MAX_INT);
  if (typeof value === 'string') throw reader.invalidAttribute(name, 'int', value);
  return value;
}

/** Writes an attribute of xs:int, unless it is undefined. @throws {XmlError} `value`, as `writeInt`. */
export function writeIntAttribute(writer: XmlWriter, name: AttributeName, value: number | undefined): void {
  if (value === undefined) return;
  const reason = checkBounded(value, MIN_INT, MAX_INT);
  if (reason !== undefined) throw writer.invalidAttribute(name, 'int', reason);
  writer.plainAttribute(name, `${value}`);
}
