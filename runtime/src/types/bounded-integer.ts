import { collapse } from '../xml/white-space.ts';
import { NOT_AN_INTEGER, parseInteger } from './integer.ts';
import { byNumber, type SimpleType, ValueError } from './simple-type.ts';

/** The integers that a number holds exactly (XML Schema part 2, 3.3.17 to 3.3.24). */
function bounded(name: string, min: number, max: number): SimpleType<number> {
  const outOfRange = `it must be between ${min} and ${max}`;
  const most = String(Math.max(-min, max)).length;
  return {
    name,
    compare: byNumber,
    parse(text) {
      const integer = parseInteger(collapse(text));
      if (integer === undefined) throw new ValueError(NOT_AN_INTEGER);
      if (integer.digits.length > most) throw new ValueError(outOfRange);
      const size = Number(integer.digits);
      // `0 - size`, so that there is no negative zero.
      const value = integer.negative ? 0 - size : size;
      if (value < min || value > max) throw new ValueError(outOfRange);
      return value;
    },
    print(value) {
      if (!Number.isInteger(value)) throw new ValueError('it must be an integer');
      if (value < min || value > max) throw new ValueError(outOfRange);
      return `${value}`;
    },
  };
}

export const byte: SimpleType<number> = bounded('byte', -128, 127);
export const short: SimpleType<number> = bounded('short', -32_768, 32_767);
export const int: SimpleType<number> = bounded('int', -2_147_483_648, 2_147_483_647);
export const unsignedByte: SimpleType<number> = bounded('unsignedByte', 0, 255);
export const unsignedShort: SimpleType<number> = bounded('unsignedShort', 0, 65_535);
export const unsignedInt: SimpleType<number> = bounded('unsignedInt', 0, 4_294_967_295);
