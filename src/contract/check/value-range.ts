import { float } from '@soapwright/runtime';
import type { Facets, SimpleTypeName } from '../model/index.ts';
import type { Kind } from './built-in-values.ts';
import { excludesAllNumbers } from './number-range.ts';

/** The values of a type as integers in their order, without gaps. */
interface Steps {
  /** Undefined for a value that has no number, which then is not a bound. */
  numberOf(value: string): bigint | undefined;
  /** Of the least and the greatest value; undefined if unbounded. */
  readonly least?: bigint;
  readonly greatest?: bigint;
}

/**
 * Whether no value is within all bounds (and digits of numbers): no date is between a day and the next, and
 * no float between two neighbours of 32 bits. False for times and durations, which have fractions of any length.
 *
 * @param facets of a type and of its base types.
 */
export function excludesAllValues(root: SimpleTypeName, kind: Kind, facets: readonly Facets[]): boolean {
  if (kind === 'integer' || kind === 'decimal') return excludesAllNumbers(root, kind, facets);
  const steps = kind === 'float' ? floats(root) : calendarSteps(root, facets);
  if (steps === undefined) return false;
  const bounds = (name: keyof Facets & `${'min' | 'max'}${'In' | 'Ex'}clusive`, shift: bigint): readonly bigint[] =>
    facets.flatMap((one) => {
      const number = one[name] === undefined ? undefined : steps.numberOf(one[name].trim());
      return number === undefined ? [] : number + shift;
    });
  const { least, greatest } = steps;
  const lows = [...bounds('minInclusive', 0n), ...bounds('minExclusive', 1n), ...(least === undefined ? [] : [least])];
  const highs = [
    ...bounds('maxInclusive', 0n),
    ...bounds('maxExclusive', -1n),
    ...(greatest === undefined ? [] : [greatest]),
  ];
  return lows.some((low) => highs.some((high) => low > high));
}

/** Numbers of IEEE 754 have the order of their bits without the sign; both zeros are one value. */
function floats(root: SimpleTypeName): Steps {
  const view = new DataView(new ArrayBuffer(8));
  const numberOf = (text: string): bigint | undefined => {
    const infinity = /^(-?)INF$/.exec(text);
    const sign = infinity?.[1] === '-' ? -1 : 1;
    const value = infinity ? sign * Number.POSITIVE_INFINITY : root === 'float' ? float.parse(text) : Number(text);
    if (Number.isNaN(value)) return undefined;
    if (root === 'float') view.setFloat32(0, Math.abs(value));
    else view.setFloat64(0, Math.abs(value));
    const size = root === 'float' ? BigInt(view.getUint32(0)) : view.getBigUint64(0);
    return value < 0 ? -size : size;
  };
  return { numberOf, least: numberOf('-INF') ?? 0n, greatest: numberOf('INF') ?? 0n };
}

const zone = /(?:Z|[+-]\d\d:\d\d)$/;
const dayLength = 86_400_000;

/** Days since 1970; undefined beyond the dates of JavaScript. */
function dayNumber(year: number, month: number, day: number): bigint | undefined {
  const time = new Date(0).setUTCFullYear(year, month - 1, day);
  return Number.isNaN(time) ? undefined : BigInt(Math.floor(time / dayLength));
}

/**
 * Dates and parts of them. Undefined for times, and with time zones: a date of another zone begins at another minute, and
 * one without a zone has no order with it.
 */
function calendarSteps(root: SimpleTypeName, facets: readonly Facets[]): Steps | undefined {
  const given = facets.flatMap(({ minInclusive, minExclusive, maxInclusive, maxExclusive }) =>
    [minInclusive, minExclusive, maxInclusive, maxExclusive].flatMap((bound) => bound ?? []),
  );
  const parts = (text: string): readonly number[] =>
    (/^(-?\d{4,})?(?:--?(\d\d))?(?:-{1,3}(\d\d))?$/.exec(text) ?? []).slice(1).map((part) => Number(part ?? 1));
  const steps = (numberOf: (year: number, month: number, day: number) => bigint | undefined): Steps['numberOf'] => {
    return (text) => {
      const [year, month, day] = parts(text);
      return year === undefined || month === undefined || day === undefined ? undefined : numberOf(year, month, day);
    };
  };
  if (given.some((text) => zone.test(text.trim()))) return undefined;
  switch (root) {
    case 'date':
      return { numberOf: steps(dayNumber) };
    case 'gYear':
      return { numberOf: steps((year) => BigInt(year)) };
    case 'gYearMonth':
      return { numberOf: steps((year, month) => BigInt(year) * 12n + BigInt(month)) };
    case 'gMonth':
      return { numberOf: steps((_, month) => BigInt(month)), least: 1n, greatest: 12n };
    case 'gMonthDay':
      return {
        numberOf: steps((_, month, day) => dayNumber(1972, month, day)),
        least: dayNumber(1972, 1, 1) ?? 0n,
        greatest: dayNumber(1972, 12, 31) ?? 0n,
      };
    case 'gDay':
      return { numberOf: (text) => BigInt(/\d\d/.exec(text)?.[0] ?? 0), least: 1n, greatest: 31n };
    default:
      return undefined;
  }
}
