import { collapse } from '../xml/white-space.ts';
import { NOT_AN_INTEGER, parseInteger } from './integer.ts';
import { byBigint, byNumber, type SimpleType, ValueError } from './simple-type.ts';

/** Making a bigint of very many digits is slower than linear, and no service counts that far. */
const MOST_DIGITS = 4_096;
const UNSAFE = `it must be between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}, where a number is exact`;

interface Bounds {
  readonly min?: bigint;
  readonly max?: bigint;
}

/** The integers beyond what a number holds exactly (XML Schema part 2, 3.3.13 to 3.3.25). */
function big(name: string, { min, max }: Bounds): SimpleType<bigint> {
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
      const integer = parseInteger(collapse(text));
      if (integer === undefined) throw new ValueError(NOT_AN_INTEGER);
      if (integer.digits.length > MOST_DIGITS) throw new ValueError(`it has more than ${MOST_DIGITS} digits`);
      const size = BigInt(integer.digits);
      return check(integer.negative ? -size : size);
    },
    print(value) {
      if (typeof value !== 'bigint') throw new ValueError('it must be a bigint');
      return `${check(value)}`;
    },
  };
}

export const integer: SimpleType<bigint> = big('integer', {});
export const nonNegativeInteger: SimpleType<bigint> = big('nonNegativeInteger', { min: 0n });
export const positiveInteger: SimpleType<bigint> = big('positiveInteger', { min: 1n });
export const nonPositiveInteger: SimpleType<bigint> = big('nonPositiveInteger', { max: 0n });
export const negativeInteger: SimpleType<bigint> = big('negativeInteger', { max: -1n });
export const long: SimpleType<bigint> = big('long', { min: -(2n ** 63n), max: 2n ** 63n - 1n });
export const unsignedLong: SimpleType<bigint> = big('unsignedLong', { min: 0n, max: 18_446_744_073_709_551_615n });

/** The same integers as their digits: no `+`, no leading zeros. Every lexical form is taken for writing. */
function asDigits(type: SimpleType<bigint>): SimpleType<string> {
  return {
    name: type.name,
    compare: (a, b) => byBigint(BigInt(a), BigInt(b)),
    parse: (text) => `${type.parse(text)}`,
    print(value) {
      if (typeof value !== 'string') throw new ValueError('it must be a string of digits');
      return `${type.parse(value)}`;
    },
  };
}

/** The same integers as numbers, refused where a number is not exact. */
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
      if (!Number.isInteger(value)) throw new ValueError('it must be an integer');
      if (!Number.isSafeInteger(value)) throw new ValueError(UNSAFE);
      return type.print(BigInt(value));
    },
  };
}
export const integerAsString: SimpleType<string> = asDigits(integer);
export const integerAsNumber: SimpleType<number> = asNumber(integer);
export const nonNegativeIntegerAsString: SimpleType<string> = asDigits(nonNegativeInteger);
export const nonNegativeIntegerAsNumber: SimpleType<number> = asNumber(nonNegativeInteger);
export const positiveIntegerAsString: SimpleType<string> = asDigits(positiveInteger);
export const positiveIntegerAsNumber: SimpleType<number> = asNumber(positiveInteger);
export const nonPositiveIntegerAsString: SimpleType<string> = asDigits(nonPositiveInteger);
export const nonPositiveIntegerAsNumber: SimpleType<number> = asNumber(nonPositiveInteger);
export const negativeIntegerAsString: SimpleType<string> = asDigits(negativeInteger);
export const negativeIntegerAsNumber: SimpleType<number> = asNumber(negativeInteger);
export const unsignedLongAsString: SimpleType<string> = asDigits(unsignedLong);
export const unsignedLongAsNumber: SimpleType<number> = asNumber(unsignedLong);
export const longAsString: SimpleType<string> = asDigits(long);
export const longAsNumber: SimpleType<number> = asNumber(long);
