import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import { collapse } from '../xml/white-space.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { DateTime, DateTimeError } from './date-time.ts';
import { ValueError } from './value-error.ts';

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const END = Date.UTC(10_000, 0, 1);

/**
 * xs:dateTime as an instant: no zone is UTC, digits beyond milliseconds are cut, years outside 0001-9999 are refused
 * (rule R4).
 *
 * @throws {XmlError} `value`.
 */
export function readDate(reader: XmlReader): Date {
  const text = collapse(reader.text());
  try {
    return DateTime.parse(text).toDate();
  } catch (error) {
    if (error instanceof DateTimeError) throw reader.invalid('dateTime', error.reason);
    throw error;
  }
}

/** Writes with `Z`, and no trailing zeros in the fraction. @throws {XmlError} `missing-element`, or `value` outside years 0001-9999. */
export function writeDate(writer: XmlWriter, tag: Tag, value: Date | undefined): void {
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
  return value.toISOString().replace(/\.?0*Z$/, 'Z');
}
