import { collapse } from '../xml/chars.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { beginsWithSecond, twoDigits } from './calendar.ts';
import { DateTime, DateTimeError } from './date-time.ts';
import { ValueError } from './simple-type.ts';

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const END = Date.UTC(10_000, 0, 1);

/**
 * xs:dateTime as an instant: no zone is UTC, digits beyond milliseconds are cut, years outside 0001-9999 are refused
 * (rule R4).
 *
 * @throws {XmlError} `value`.
 */
export function readInstant(reader: XmlReader): Date {
  const text = collapse(reader.text());
  const plain = plainInstant(text);
  if (plain !== undefined) return plain;
  try {
    return DateTime.parse(text).toDate();
  } catch (error) {
    if (error instanceof DateTimeError) throw reader.invalid('dateTime', error.reason);
    throw error;
  }
}

/** An instant as nearly all are written: in UTC, with three digits of a fraction or none. Undefined for the rest. */
function plainInstant(text: string): Date | undefined {
  const { length } = text;
  if ((length !== 20 && length !== 24) || text.charCodeAt(length - 1) !== 0x5a || !beginsWithSecond(text))
    return undefined;
  let milliseconds = 0;
  if (length === 24) {
    milliseconds = twoDigits(text, 20) * 10 + text.charCodeAt(22) - 0x30;
    if (text.charCodeAt(19) !== 0x2e || !(twoDigits(text, 21) + milliseconds >= 0)) return undefined;
  }
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  // Date.UTC takes years below 100 for those of the last century.
  if (year < 100) return undefined;
  const [month, day] = [twoDigits(text, 5) - 1, twoDigits(text, 8)];
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  return new Date(Date.UTC(year, month, day, hour, minute, second, milliseconds));
}

/** Writes with `Z`, and no trailing zeros in the fraction. @throws {XmlError} `missing-element`, or `value` outside years 0001-9999. */
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

/** @throws {ValueError} outside years 0001-9999, and for what is no Date. */
export function printDate(value: Date): string {
  if (!(value instanceof Date)) throw new ValueError('it must be a Date');
  const time = value.getTime();
  if (Number.isNaN(time)) throw new ValueError('it is an invalid Date');
  if (time < FIRST || time >= END) throw new ValueError('its year must be between 0001 and 9999');
  const text = value.toISOString();
  // Nothing is to be left out unless the fraction ends with a zero.
  return text.charCodeAt(text.length - 2) === 0x30 ? text.replace(/\.?0*Z$/, 'Z') : text;
}
