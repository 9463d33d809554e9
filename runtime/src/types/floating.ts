import { collapse } from '../xml/chars.ts';
import { byNumber, type SimpleType, ValueError } from './simple-type.ts';

const LEXICAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const NAMED: Readonly<Record<string, number>> = {
  INF: Number.POSITIVE_INFINITY,
  '-INF': Number.NEGATIVE_INFINITY,
  NaN: Number.NaN,
};

/** Binary floating point with `INF`, `-INF`, `NaN` and negative zero (XML Schema part 2, 3.2.4 and 3.2.5). */
function floating(name: string, round: (value: number) => number): SimpleType<number> {
  return {
    name,
    compare: byNumber,
    parse(text) {
      const value = collapse(text);
      if (LEXICAL.test(value)) return round(Number(value));
      const named = NAMED[value];
      if (named === undefined || !Object.hasOwn(NAMED, value)) {
        throw new ValueError('it must be a number such as 1.5 or 1.5E3, INF, -INF or NaN');
      }
      return named;
    },
    print(value) {
      if (typeof value !== 'number') throw new ValueError('it must be a number');
      if (Number.isNaN(value)) return 'NaN';
      const rounded = round(value);
      if (!Number.isFinite(rounded)) {
        if (Number.isFinite(value)) throw new ValueError('it is too large for 32 bits');
        return rounded > 0 ? 'INF' : '-INF';
      }
      return Object.is(rounded, -0) ? '-0' : `${value}`;
    },
  };
}

/** 64 bits: the numbers of JavaScript. */
export const double: SimpleType<number> = /* @__PURE__ */ floating('double', (value) => value);
/** 32 bits: values are rounded on reading and on writing. */
export const float: SimpleType<number> = /* @__PURE__ */ floating('float', Math.fround);
