import { daysFromDate } from './calendar.ts';
import { ValueError } from './simple-type.ts';

/** A point in time with all its digits. Without a zone it is only partly comparable with points that have one. */
export interface Moment {
  /** Seconds since 1970-01-01T00:00:00 in its own zone. */
  readonly seconds: bigint;
  /** Digits of the second's fraction without trailing zeros. */
  readonly fraction: string;
  /** Minutes ahead of UTC; undefined without a zone. */
  readonly offset: number | undefined;
}

export interface MomentFields {
  /** As in XML Schema 1.0: -1 is the year before 1. */
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
  readonly fraction?: string;
  readonly offset: number | undefined;
}

/** @throws {ValueError} when the year is not a safe integer. */
export function moment(fields: MomentFields): Moment {
  const { year, month, day, hour = 0, minute = 0, second = 0, fraction = '', offset } = fields;
  if (!Number.isSafeInteger(year)) throw new ValueError('its year has more digits than can be compared');
  const days = daysFromDate(year > 0 ? year : year + 1, month, day);
  return { seconds: days * 86_400n + BigInt(hour * 3600 + minute * 60 + second), fraction, offset };
}

/** The largest offset of a zone, in minutes. */
export const MAX_OFFSET: number = 14 * 60;

/**
 * The order of XML Schema part 2, 3.2.7.4: negative when the first is earlier, NaN when that depends on the zone of the one
 * that has none.
 */
export function compareMoments(a: Moment, b: Moment): number {
  if ((a.offset === undefined) === (b.offset === undefined)) return compareInstants(a, b);
  if (a.offset === undefined) return 0 - compareMoments(b, a);
  if (order(a, a.offset, b, MAX_OFFSET) < 0) return -1;
  return order(a, a.offset, b, -MAX_OFFSET) > 0 ? 1 : Number.NaN;
}

/** As `compareMoments`, but no zone means UTC. */
export function compareInstants(a: Moment, b: Moment): number {
  return order(a, a.offset ?? 0, b, b.offset ?? 0);
}

function order(a: Moment, offsetA: number, b: Moment, offsetB: number): number {
  const left = a.seconds - BigInt(offsetA * 60);
  const right = b.seconds - BigInt(offsetB * 60);
  if (left !== right) return left < right ? -1 : 1;
  return a.fraction === b.fraction ? 0 : a.fraction < b.fraction ? -1 : 1;
}

/** The offset of a zone (`Z`, `+01:00`) in minutes; undefined for the empty string. */
export function offsetOf(zone: string): number | undefined {
  if (zone === '') return undefined;
  if (zone === 'Z') return 0;
  const size = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return zone.startsWith('-') ? 0 - size : size;
}

/** A loop, because a RegExp takes quadratic time on long runs of zeros. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}
