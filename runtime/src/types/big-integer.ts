import { collapse } from '../xml/chars.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { AttributeName, Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { requiredText } from './attribute-text.ts';
import { NOT_AN_INTEGER, parseInteger, parseShort } from './integer-text.ts';
import { byBigint, byNumber, type SimpleType, ValueError } from './simple-type.ts';

/** Creating a bigint takes more than linear time, and no service counts that far. */
const MAX_DIGITS = 4_096;
/** Numbers with at most this many digits are exact. A bigint of a number is created faster than one of a text. */
const EXACT_DIGITS = 15;
const MIN_LONG = -9_223_372_036_854_775_808n;
const MAX_LONG = 9_223_372_036_854_775_807n;
const LONG_RANGE = `it must be between ${MIN_LONG} and ${MAX_LONG}`;
const UNSAFE = `it must be between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}, where a number is exact`;
const NO_BIGINT = 'it must be a bigint';
const NO_DIGITS = 'it must be a string of digits';
const NO_INTEGER = 'it must be an integer';

/** The integers beyond the exact range of a number (XML Schema part 2, 3.3.13 to 3.3.25). */
function big(name: string, min?: bigint, max?: bigint): SimpleType<bigint> {
  const outOfRange =
    min === undefined
      ? `it must be at most ${max}`
      : max === undefined
        ? `it must be at least ${min}`
        : `it must be between ${min} and ${max}`;
  const check = (value: bigint): bigint => {
    if ((min !== undefined && value < min) || (max !== undefined && value > max)) throw new ValueError(outOfRange);
    return value;
  };
  return {
    name,
    compare: byBigint,
    parse(text) {
      const quick = parseShort(text, EXACT_DIGITS);
      if (quick !== -1) return check(BigInt(quick));
      const integer = parseInteger(collapse(text));
      if (integer === undefined) throw new ValueError(NOT_AN_INTEGER);
      if (integer.digits.length > MAX_DIGITS) throw new ValueError(`it has more than ${MAX_DIGITS} digits`);
      const size = BigInt(integer.digits);
      return check(integer.negative ? -size : size);
    },
    print(value) {
      if (typeof value !== 'bigint') throw new ValueError(NO_BIGINT);
      return `${check(value)}`;
    },
  };
}

/** The same integers as strings of digits: read without `+` and leading zeros, written from any lexical form. */
function asDigits(type: SimpleType<bigint>): SimpleType<string> {
  return {
    name: type.name,
    compare: (a, b) => byBigint(BigInt(a), BigInt(b)),
    parse: (text) => `${type.parse(text)}`,
    print(value) {
      if (typeof value !== 'string') throw new ValueError(NO_DIGITS);
      return `${type.parse(value)}`;
    },
  };
}

/** The same integers as numbers, rejected where a number is not exact. */
function asNumber(type: SimpleType<bigint>): SimpleType<number> {
  return {
    name: type.name,
    compare: byNumber,
    parse(text) {
      const value = Number(type.parse(text));
      if (!Number.isSafeInteger(value)) throw new ValueError(UNSAFE);
      return value;
    },
    print(value) {
      if (!Number.isInteger(value)) throw new ValueError(NO_INTEGER);
      if (!Number.isSafeInteger(value)) throw new ValueError(UNSAFE);
      return type.print(BigInt(value));
    },
  };
}

export const integer: SimpleType<bigint> = /* @__PURE__ */ big('integer');
export const nonNegativeInteger: SimpleType<bigint> = /* @__PURE__ */ big('nonNegativeInteger', 0n);
export const positiveInteger: SimpleType<bigint> = /* @__PURE__ */ big('positiveInteger', 1n);
export const nonPositiveInteger: SimpleType<bigint> = /* @__PURE__ */ big('nonPositiveInteger', undefined, 0n);
export const negativeInteger: SimpleType<bigint> = /* @__PURE__ */ big('negativeInteger', undefined, -1n);
export const long: SimpleType<bigint> = /* @__PURE__ */ big('long', MIN_LONG, MAX_LONG);
export const unsignedLong: SimpleType<bigint> = /* @__PURE__ */ big('unsignedLong', 0n, 18_446_744_073_709_551_615n);

export const integerAsString: SimpleType<string> = /* @__PURE__ */ asDigits(integer);
export const integerAsNumber: SimpleType<number> = /* @__PURE__ */ asNumber(integer);
export const nonNegativeIntegerAsString: SimpleType<string> = /* @__PURE__ */ asDigits(nonNegativeInteger);
export const nonNegativeIntegerAsNumber: SimpleType<number> = /* @__PURE__ */ asNumber(nonNegativeInteger);
export const positiveIntegerAsString: SimpleType<string> = /* @__PURE__ */ asDigits(positiveInteger);
export const positiveIntegerAsNumber: SimpleType<number> = /* @__PURE__ */ asNumber(positiveInteger);
export const nonPositiveIntegerAsString: SimpleType<string> = /* @__PURE__ */ asDigits(nonPositiveInteger);
export const nonPositiveIntegerAsNumber: SimpleType<number> = /* @__PURE__ */ asNumber(nonPositiveInteger);
export const negativeIntegerAsString: SimpleType<string> = /* @__PURE__ */ asDigits(negativeInteger);
export const negativeIntegerAsNumber: SimpleType<number> = /* @__PURE__ */ asNumber(negativeInteger);
export const longAsString: SimpleType<string> = /* @__PURE__ */ asDigits(long);
export const longAsNumber: SimpleType<number> = /* @__PURE__ */ asNumber(long);
export const unsignedLongAsString: SimpleType<string> = /* @__PURE__ */ asDigits(unsignedLong);
export const unsignedLongAsNumber: SimpleType<number> = /* @__PURE__ */ asNumber(unsignedLong);

/** The value of a lexical form of xs:long, or the reason why it has none. */
function parseLong(text: string): bigint | string {
  const quick = parseShort(text, EXACT_DIGITS);
  if (quick !== -1) return BigInt(quick);
  const integer = parseInteger(collapse(text));
  if (integer === undefined) return NOT_AN_INTEGER;
  // More digits are never in range, and creating a bigint of very many is slow.
  if (integer.digits.length > 19) return LONG_RANGE;
  const size = BigInt(integer.digits);
  const value = integer.negative ? -size : size;
  return value < MIN_LONG || value > MAX_LONG ? LONG_RANGE : value;
}

/** Reads the open element as xs:long: an integer of 64 bits (rule R4). @throws {XmlError} `value`. */
export function readLong(reader: XmlReader): bigint {
  const value = parseLong(reader.text());
  if (typeof value === 'string') throw reader.invalid('long', value);
  return value;
}

/** Writes xs:long. @throws {XmlError} `missing-element`, or `value` unless it is a bigint of 64 bits. */
export function writeLong(writer: XmlWriter, tag: Tag, value: bigint | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (typeof value !== 'bigint') throw writer.invalid(tag, 'long', NO_BIGINT);
  if (value < MIN_LONG || value > MAX_LONG) throw writer.invalid(tag, 'long', LONG_RANGE);
  writer.plain(tag, `${value}`);
}

/** Reads an attribute of xs:long. @returns undefined without it. @throws {XmlError} `value`. */
export function readLongAttribute(reader: XmlReader, name: AttributeName): bigint | undefined {
  const text = reader.attribute(name);
  return text === undefined ? undefined : longAttribute(reader, name, text);
}

/** Reads a required attribute of xs:long. @throws {XmlError} `missing-attribute` or `value`. */
export function requiredLongAttribute(reader: XmlReader, name: AttributeName): bigint {
  return longAttribute(reader, name, requiredText(reader, name));
}

function longAttribute(reader: XmlReader, name: AttributeName, text: string): bigint {
  const value = parseLong(text);
  if (typeof value === 'string') throw reader.invalidAttribute(name, 'long', value);
  return value;
}

/** Writes an attribute of xs:long, unless it is undefined. @throws {XmlError} `value`, as `writeLong`. */
export function writeLongAttribute(writer: XmlWriter, name: AttributeName, value: bigint | undefined): void {
  if (value === undefined) return;
  if (typeof value !== 'bigint') throw writer.invalidAttribute(name, 'long', NO_BIGINT);
  if (value < MIN_LONG || value > MAX_LONG) throw writer.invalidAttribute(name, 'long', LONG_RANGE);
  writer.plainAttribute(name, `${value}`);
}

/** Reads xs:long as its digits, without `+` and leading zeros. @throws {XmlError} `value`. */
export function readLongAsString(reader: XmlReader): string {
  return readLong(reader).toString();
}

/** Writes the canonical form of any lexical form of xs:long. @throws {XmlError} `missing-element` or `value`. */
export function writeLongAsString(writer: XmlWriter, tag: Tag, value: string | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (typeof value !== 'string') throw writer.invalid(tag, 'long', NO_DIGITS);
  const long = parseLong(value);
  if (typeof long === 'string') throw writer.invalid(tag, 'long', long);
  writer.plain(tag, `${long}`);
}

/** Reads xs:long as a number. @throws {XmlError} `value`, also where a number would not be exact. */
export function readLongAsNumber(reader: XmlReader): number {
  const value = Number(readLong(reader));
  if (!Number.isSafeInteger(value)) throw reader.invalid('long', UNSAFE);
  return value;
}

/** Writes xs:long. @throws {XmlError} `missing-element`, or `value` unless it is a safe integer. */
export function writeLongAsNumber(writer: XmlWriter, tag: Tag, value: number | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (!Number.isInteger(value)) throw writer.invalid(tag, 'long', NO_INTEGER);
  if (!Number.isSafeInteger(value)) throw writer.invalid(tag, 'long', UNSAFE);
  writer.plain(tag, `${value}`);
}
