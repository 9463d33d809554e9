import { collapse } from '../xml/chars.ts';
import { nearestFloat32, shortestDecimal } from './float32.ts';
import { byNumber, type SimpleType, ValueError } from './simple-type.ts';

const LEXICAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const NAMED: Readonly<Record<string, number>> = {
  INF: Number.POSITIVE_INFINITY,
  '-INF': Number.NEGATIVE_INFINITY,
  NaN: Number.NaN,
};

/** The numbers of a binary floating-point type. */
interface Precision {
  readonly name: string;
  /** The number for a decimal text; infinite if it is too large. */
  nearest(text: string): number;
  /** The number that a value becomes on writing; infinite if it is too large. */
  rounded(value: number): number;
}

/** Binary floating point with `INF`, `-INF`, `NaN` and negative zero (XML Schema part 2, 3.2.4 and 3.2.5). */
function floating({ name, nearest, rounded }: Precision): SimpleType<number> {
  return {
    name,
    compare: byNumber,
    parse(text) {
      const value = collapse(text);
      if (LEXICAL.test(value)) return nearest(value);
      const named = NAMED[value];
      if (named === undefined || !Object.hasOwn(NAMED, value)) {
        throw new ValueError('it must be a number such as 1.5 or 1.5E3, INF, -INF or NaN');
      }
      return named;
    },
    print(value) {
      if (typeof value !== 'number') throw new ValueError('it must be a number');
      if (Number.isNaN(value)) return 'NaN';
      const written = rounded(value);
      if (!Number.isFinite(written)) {
        if (Number.isFinite(value)) throw new ValueError('it is too large for 32 bits');
        return written > 0 ? 'INF' : '-INF';
      }
      return Object.is(written, -0) ? '-0' : `${written}`;
    },
  };
}

/** 64 bits: the numbers of JavaScript. */
export const double: SimpleType<number> = /* @__PURE__ */ floating({
  name: 'double',
  nearest: Number,
  rounded: (value) => value,
});

/**
 * 32 bits. Values are rounded to float32 on reading and on writing, and each float32 is the number with its shortest digits:
 * 342.23, where `Math.fround` gives 342.2300109863281.
 */
export const float: SimpleType<number> = /* @__PURE__ */ floating({
  name: 'float',
  nearest: (text) => shortestDecimal(nearestFloat32(text)),
  rounded: (value) => shortestDecimal(Math.fround(value)),
});
