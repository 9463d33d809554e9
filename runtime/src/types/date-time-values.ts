import { collapse } from '../xml/chars.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { beginsWithSecond, twoDigits } from './calendar.ts';
import { DateTime, DateTimeError, parseInstant } from './date-time.ts';
import { compareMoments, moment } from './moment.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

const NO_DATE_TIME = 'it must be a DateTime';

/** Reads xs:dateTime with all its digits and its zone (rule R4). @throws {XmlError} `value`. */
export function readDateTime(reader: XmlReader): DateTime {
  const text = collapse(reader.text());
  try {
    return DateTime.parse(text);
  } catch (error) {
    throw error instanceof DateTimeError ? reader.invalid('dateTime', error.reason) : error;
  }
}

/** Writes xs:dateTime. @throws {XmlError} `missing-element`, or `value` for another value than a DateTime. */
export function writeDateTime(writer: XmlWriter, tag: Tag, value: DateTime | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (!(value instanceof DateTime)) throw writer.invalid(tag, 'dateTime', NO_DATE_TIME);
  writer.plain(tag, value.toString());
}

/** Milliseconds of 0001-01-01T00:00:00Z and 10000-01-01T00:00:00Z. */
const MIN_TIME = -62_135_596_800_000;
const END_TIME = 253_402_300_800_000;

/**
 * Reads xs:dateTime as a Date: no zone means UTC, digits after milliseconds are cut off, years outside 0001-9999 are rejected
 * (rule R4).
 *
 * @throws {XmlError} `value`.
 */
export function readInstant(reader: XmlReader): Date {
  const text = collapse(reader.text());
  const usual = parseUsual(text);
  if (usual !== undefined) return usual;
  try {
    return parseInstant(text);
  } catch (error) {
    throw error instanceof DateTimeError ? reader.invalid('dateTime', error.reason) : error;
  }
}

/** Parses the usual form: UTC, with three fractional digits or none. Undefined for any other. */
function parseUsual(text: string): Date | undefined {
  const { length } = text;
  if ((length !== 20 && length !== 24) || text.charCodeAt(length - 1) !== 0x5a || !beginsWithSecond(text))
    return undefined;
  let milliseconds = 0;
  if (length === 24) {
    milliseconds = twoDigits(text, 20) * 10 + text.charCodeAt(22) - 0x30;
    if (text.charCodeAt(19) !== 0x2e || !(twoDigits(text, 21) + milliseconds >= 0)) return undefined;
  }
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  // Date.UTC adds 1900 to years below 100.
  if (year < 100) return undefined;
  const [month, day] = [twoDigits(text, 5) - 1, twoDigits(text, 8)];
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  return new Date(Date.UTC(year, month, day, hour, minute, second, milliseconds));
}

/** Writes with `Z`, without trailing zeros in the fraction. @throws {XmlError} `missing-element`, or `value` outside years 0001-9999. */
export function writeInstant(writer: XmlWriter, tag: Tag, value: Date | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  let text: string;
  try {
    text = printDate(value);
  } catch (error) {
    throw error instanceof ValueError ? writer.invalid(tag, 'dateTime', error.reason) : error;
  }
  writer.plain(tag, text);
}

/** @throws {ValueError} outside years 0001-9999, and for another value than a Date. */
function printDate(value: Date): string {
  if (!(value instanceof Date)) throw new ValueError('it must be a Date');
  const time = value.getTime();
  if (Number.isNaN(time)) throw new ValueError('it is an invalid Date');
  if (time < MIN_TIME || time >= END_TIME) throw new ValueError('its year must be between 0001 and 9999');
  const text = value.toISOString();
  // Only a fraction that ends with a zero is shortened.
  return text.charCodeAt(text.length - 2) === 0x30 ? text.replace(/\.?0*Z$/, 'Z') : text;
}

/** Turns a DateTimeError into a ValueError. */
function reasoned<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof DateTimeError ? new ValueError(error.reason) : error;
  }
}

/** xs:dateTime with all its digits, and its zone, if it has one. */
export const dateTimeExact: SimpleType<DateTime> = {
  name: 'dateTime',
  compare: (a, b) => compareMoments(moment(a), moment(b)),
  parse: (text) => reasoned(() => DateTime.parse(collapse(text))),
  print(value) {
    if (!(value instanceof DateTime)) throw new ValueError(NO_DATE_TIME);
    return value.toString();
  },
};

/** xs:dateTime as a Date, as `readInstant` reads it. */
export const dateTime: SimpleType<Date> = {
  name: 'dateTime',
  exact: dateTimeExact,
  compare: (a, b) => a.getTime() - b.getTime(),
  parse: (text) => reasoned(() => parseInstant(collapse(text))),
  print: printDate,
};
