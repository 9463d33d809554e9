import { isInstance } from '../class-of-copies.ts';
import { dateFromDays, daysInMonth, floorDivide } from './calendar.ts';
import { compareInstants, MAX_OFFSET, moment, offsetOf, withoutTrailingZeros } from './moment.ts';

/** `lexical`: the text has another form. `range`: a field is out of range. */
export type DateTimeErrorCode = 'lexical' | 'range';

export class DateTimeError extends RangeError {
  static readonly className: string = 'DateTimeError';
  override readonly name = 'DateTimeError';
  readonly code: DateTimeErrorCode;
  /** The reason without the value, as a clause. */
  readonly reason: string;

  constructor(code: DateTimeErrorCode, reason: string) {
    super(`Not a valid dateTime: ${reason}.`);
    this.code = code;
    this.reason = reason;
  }

  /** The command that explains the error and its remedy. */
  get help(): string {
    return `npx soapwright explain DateTimeError.${this.code}`;
  }

  /** Errors of another copy of this package are instances too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the class may be a derived one.
    return isInstance(value, this);
  }
}

export interface DateTimeFields {
  /** Any year of at most 15 digits except 0, which XML Schema 1.0 does not have: -1 is the year before 1. */
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Decimal digits of the second's fraction, any number of them. */
  readonly fraction?: string | undefined;
  /** Minutes ahead of UTC, -840 to 840; undefined without a zone. */
  readonly offset?: number | undefined;
}

const LEXICAL = /^(-?(?:[1-9]\d{3}\d+|\d{4}))-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/;
const MAX_YEAR = 999_999_999_999_999;
const NANOSECONDS = 1_000_000_000n;

/**
 * A value of xs:dateTime with all its digits and its zone, if it has one (XML Schema part 2, 3.2.7). Immutable.
 */
export class DateTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Digits of the second's fraction without trailing zeros; the empty string when it is zero. */
  readonly fraction: string;
  /** Minutes ahead of UTC; undefined without a zone. */
  readonly offset: number | undefined;

  /** @throws {DateTimeError} for a field out of range; hour 24 is one. */
  constructor(fields: DateTimeFields) {
    checkRanges(fields);
    const { year, month, day, hour, minute, second, fraction = '', offset } = fields;
    this.year = year;
    this.month = month;
    this.day = day;
    this.hour = hour;
    this.minute = minute;
    this.second = second;
    this.fraction = withoutTrailingZeros(fraction);
    // `+ 0` turns a negative zero into zero.
    this.offset = offset === undefined ? undefined : offset + 0;
  }

  /**
   * Parses the lexical form of xs:dateTime. `24:00:00` is the start of the next day.
   *
   * @throws {DateTimeError}
   */
  static parse(text: string): DateTime {
    const fields = parseFields(text);
    if (fields.hour !== 24) return new DateTime(fields);
    const midnight = new DateTime({ ...fields, hour: 0 });
    return fromSeconds(moment(midnight).seconds + 86_400n, '', midnight.offset);
  }

  /** The time `n` nanoseconds after 1970-01-01T00:00:00Z, in UTC. @throws {DateTimeError} */
  static fromEpochNanoseconds(n: bigint): DateTime {
    const seconds = floorDivide(n, NANOSECONDS);
    return fromSeconds(seconds, `${n - seconds * NANOSECONDS}`.padStart(9, '0'), 0);
  }

  /** The time of a Date, in UTC. @throws {DateTimeError} for an invalid Date. */
  static fromDate(date: Date): DateTime {
    const time = date.getTime();
    if (Number.isNaN(time)) throw new DateTimeError('range', 'it is an invalid Date');
    return DateTime.fromEpochNanoseconds(BigInt(time) * 1_000_000n);
  }

  /** Nanoseconds since 1970-01-01T00:00:00Z. No zone means UTC; further digits are cut off. */
  get epochNanoseconds(): bigint {
    return this.#seconds() * NANOSECONDS + BigInt(this.fraction.slice(0, 9).padEnd(9, '0'));
  }

  /**
   * The time as a Date. No zone means UTC; digits after milliseconds are cut off.
   *
   * @throws {DateTimeError} for a year outside 0001-9999, here or in UTC.
   */
  toDate(): Date {
    return dateOf(this);
  }

  /** The lexical form: the same zone, `Z` for UTC, no trailing zeros in the fraction. */
  toString(): string {
    const sign = this.year < 0 ? '-' : '';
    const fraction = this.fraction === '' ? '' : `.${this.fraction}`;
    return (
      `${sign}${pad(Math.abs(this.year), 4)}-${pad(this.month)}-${pad(this.day)}` +
      `T${pad(this.hour)}:${pad(this.minute)}:${pad(this.second)}${fraction}${zoneText(this.offset)}`
    );
  }

  /** As `toString`, for JSON.stringify. */
  toJSON(): string {
    return this.toString();
  }

  /** Whether all fields are equal, including the zone. `compare` returns 0 for the same time in any zone. */
  equals(other: DateTime): boolean {
    return this.offset === other.offset && this.compare(other) === 0;
  }

  /** Negative when this time is earlier, positive when later, 0 when equal. No zone means UTC. */
  compare(other: DateTime): number {
    return compareInstants(moment(this), moment(other));
  }

  #seconds(): bigint {
    return moment(this).seconds - BigInt((this.offset ?? 0) * 60);
  }
}

type ParsedFields = DateTimeFields & { readonly fraction: string };

/** Parses the lexical form. The hour may be 24; the ranges of the other fields are not checked. @throws {DateTimeError} */
function parseFields(text: string): ParsedFields {
  // Going back over millions of digits could overflow the stack of the other expression.
  if (/^-?\d{16}/.test(text)) throw new DateTimeError('range', 'its year has more than 15 digits');
  const match = LEXICAL.exec(text);
  if (match === null) throw new DateTimeError('lexical', 'it must look like 2024-12-31T23:59:59.123Z');
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [, , , , , , , fraction = '', zone = ''] = match;
  if (Number(zone.slice(4)) > 59) throw new DateTimeError('range', 'the minutes of its zone must be below 60');
  if (hour === 24 && (minute !== 0 || second !== 0 || withoutTrailingZeros(fraction) !== '')) {
    throw new DateTimeError('range', 'hour 24 is only allowed as 24:00:00');
  }
  return { year, month, day, hour, minute, second, fraction, offset: offsetOf(zone) };
}

function checkRanges({ year, month, day, hour, minute, second, fraction = '', offset }: DateTimeFields): void {
  inRange('year', year, -MAX_YEAR, MAX_YEAR);
  if (year === 0) throw new DateTimeError('range', 'there is no year 0000');
  inRange('month', month, 1, 12);
  inRange('day', day, 1, daysInMonth(astronomical(year), month));
  inRange('hour', hour, 0, 23);
  inRange('minute', minute, 0, 59);
  inRange('second', second, 0, 59);
  if (!/^\d*$/.test(fraction)) throw new DateTimeError('range', 'the fraction must be digits');
  if (offset !== undefined) inRange('offset', offset, -MAX_OFFSET, MAX_OFFSET);
}

/** Parses xs:dateTime as `DateTime.parse(text).toDate()`, without the class, which few clients need. @throws {DateTimeError} */
export function parseInstant(text: string): Date {
  const fields = parseFields(text);
  checkRanges(fields.hour === 24 ? { ...fields, hour: 0 } : fields);
  return dateOf(fields);
}

/** As `DateTime.toDate`. The hour may be 24. */
function dateOf({ year, month, day, hour, minute, second, fraction, offset = 0 }: ParsedFields): Date {
  const local = new Date(0);
  local.setUTCFullYear(astronomical(year), month - 1, day);
  local.setUTCHours(hour, minute, second, Number(fraction.slice(0, 3).padEnd(3, '0')));
  const date = new Date(local.getTime() - offset * 60_000);
  for (const shown of [local.getUTCFullYear(), date.getUTCFullYear()]) {
    if (!(shown >= 1 && shown <= 9999)) throw new DateTimeError('range', 'its year must be between 0001 and 9999');
  }
  return date;
}

function fromSeconds(local: bigint, fraction: string, offset: number | undefined): DateTime {
  const days = floorDivide(local, 86_400n);
  const ofDay = Number(local - days * 86_400n);
  const { year, month, day } = dateFromDays(days);
  return new DateTime({
    year: year > 0 ? year : year - 1,
    month,
    day,
    hour: Math.floor(ofDay / 3600),
    minute: Math.floor(ofDay / 60) % 60,
    second: ofDay % 60,
    fraction,
    offset,
  });
}

/** The astronomical year, which has a year 0. */
function astronomical(year: number): number {
  return year > 0 ? year : year + 1;
}

function inRange(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new DateTimeError('range', `its ${name} must be between ${least} and ${most}`);
}

function zoneText(offset: number | undefined): string {
  if (offset === undefined) return '';
  if (offset === 0) return 'Z';
  const size = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

function pad(value: number, length = 2): string {
  return `${value}`.padStart(length, '0');
}
