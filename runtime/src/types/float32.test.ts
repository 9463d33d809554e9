import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestFloat32, shortestDecimal } from './float32.ts';
import { float } from './floating.ts';

const view = new DataView(new ArrayBuffer(4));

function ofBits(bits: number): number {
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

/** All finite float32 numbers, by their bits. */
const anyBits = fc.integer({ min: 0, max: 0xffff_ffff }).map(ofBits).filter(Number.isFinite);

/** The digits of a number: `34223` for `-342.23`. */
function digitsOf(value: number): string {
  return value
    .toExponential()
    .replace(/e.*|\D/g, '')
    .replace(/0+$/, '');
}

/** A positive number as a fraction of whole numbers. */
function fraction(decimal: string): readonly [above: bigint, below: bigint] {
  const [, whole = '', digits = '', power = '0'] = /^(\d+)\.?(\d*)(?:e([+-]\d+))?$/.exec(decimal) ?? [];
  const shift = Number(power) - digits.length;
  const all = BigInt(`${whole}${digits}`);
  return shift < 0 ? [all, 10n ** BigInt(-shift)] : [all * 10n ** BigInt(shift), 1n];
}

/** Whether the positive float32 of some bits is the nearest one to a decimal, by exact fractions. */
function isNearest(bits: number, decimal: string): boolean {
  // In units of 2 ** -150 the middles between float32 numbers are whole.
  const [above, below] = fraction(decimal);
  const units = (each: number): bigint =>
    each === 0x7f80_0000 ? 2n ** 278n : BigInt(ofBits(each) * 2 ** 75 * 2 ** 75);
  const here = units(bits);
  const [low, high] = [(units(bits - 1) + here) / 2n, (here + units(bits + 1)) / 2n];
  const scaled = above * 2n ** 150n;
  const isEven = bits % 2 === 0;
  const isAbove = isEven ? scaled >= low * below : scaled > low * below;
  return isAbove && (isEven ? scaled <= high * below : scaled < high * below);
}

/** The fewest digits by trying all decimals next to the number, with exact fractions. */
function fewestDigits(bits: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const [mantissa = '', power = ''] = ofBits(bits)
      .toExponential(digits - 1)
      .split('e');
    const whole = Number(mantissa.replace('.', ''));
    const at = `e${Number(power) - digits + 1 < 0 ? '' : '+'}${Number(power) - digits + 1}`;
    if ([whole - 1, whole, whole + 1].some((each) => isNearest(bits, `${each}${at}`))) return digits;
  }
  return 9;
}

const edges = [
  ...Array.from({ length: 255 }, (_, exponent) => exponent * 2 ** 23).flatMap((power) => [power - 1, power, power + 1]),
  ...[1, 2, 3, 10, 0x7f_ffff, 0x7f7f_ffff],
].filter((bits) => bits > 0);

describe('shortestDecimal', () => {
  it('R4: has as few digits as possible and is nearest, for powers of two, subnormal numbers and the greatest', () => {
    for (const bits of edges) {
      const decimal = shortestDecimal(ofBits(bits));
      expect(isNearest(bits, `${decimal}`), `${decimal}`).toBe(true);
      expect(digitsOf(decimal).length, `${decimal}`).toBe(fewestDigits(bits));
    }
  });

  it('R4: has as few digits as possible and is nearest, for any bits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 0x7f7f_ffff }), (bits) => {
        const decimal = shortestDecimal(ofBits(bits));
        expect(isNearest(bits, `${decimal}`), `${decimal}`).toBe(true);
        expect(digitsOf(decimal).length, `${decimal}`).toBe(fewestDigits(bits));
      }),
      { numRuns: 2000 },
    );
  });

  it('R4: is the nearest of decimals with as few digits, and the even one of two', () => {
    // As std::to_chars of C++ prints them.
    for (const [float32, decimal] of [
      [2 ** -12, 0.00024414062],
      [2 ** -96, 1.2621775e-29],
      [2 ** -149, 1e-45],
      [2 ** 20 + 0.25, 1048576.2],
      [3056815.25, 3056815.2],
      [2 ** 26, 67108864],
      [9 * 10 ** 9, 9e9],
      [3.4028234663852886e38, 3.4028235e38],
      [1.1754943508222875e-38, 1.1754944e-38],
    ] as const) {
      expect(shortestDecimal(float32)).toBe(decimal);
      expect(shortestDecimal(-float32)).toBe(-decimal);
    }
  });

  it('R4: is the same number for 0, -0, infinities and NaN', () => {
    for (const value of [0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]) {
      expect(shortestDecimal(value)).toBe(value);
    }
  });
});

describe('nearestFloat32', () => {
  it('R4: rounds a text once, where the nearest double lies half-way', () => {
    const [low, high] = [1 + 2 ** -23, 1 + 2 ** -22];
    const middle = '1.00000017881393432617187500';
    expect(Number(middle)).toBe((low + high) / 2);
    expect(nearestFloat32(middle)).toBe(high);
    expect(nearestFloat32(`${middle}00000000000001`)).toBe(high);
    expect(nearestFloat32('1.00000017881393432617187499999')).toBe(low);
    expect(nearestFloat32('-1.00000017881393432617187499999')).toBe(-low);
    expect(nearestFloat32(`000${middle.replace('.', '')}e-26`)).toBe(high);
    const lower = '1.000000059604644775390625';
    expect(nearestFloat32(lower)).toBe(1);
    expect(nearestFloat32(`${lower}0000000000001`)).toBe(low);
  });

  it('R4: decides at the middles to infinity and to 0 too', () => {
    const toInfinity = `${2n ** 128n - 2n ** 103n}`;
    expect(nearestFloat32(toInfinity)).toBe(Number.POSITIVE_INFINITY);
    expect(nearestFloat32(`-${toInfinity}`)).toBe(Number.NEGATIVE_INFINITY);
    expect(nearestFloat32(`${2n ** 128n - 2n ** 103n - 1n}.9`)).toBe(3.4028234663852886e38);
    expect(nearestFloat32('1e39')).toBe(Number.POSITIVE_INFINITY);
    expect(nearestFloat32('1e999')).toBe(Number.POSITIVE_INFINITY);
    const toZero = `${5n ** 150n}e-150`;
    expect(Number(toZero)).toBe(2 ** -150);
    expect(nearestFloat32(toZero)).toBe(0);
    expect(nearestFloat32(`-${toZero}`)).toBe(-0);
    expect(nearestFloat32(`${5n ** 150n}.1e-150`)).toBe(2 ** -149);
  });

  it('takes no longer for a million digits than for reading them', () => {
    const zeros = '0'.repeat(1_000_000);
    expect(nearestFloat32(`1.000000059604644775390625${zeros}1`)).toBe(1 + 2 ** -23);
    expect(nearestFloat32(`0.${zeros}1e1000001`)).toBe(1);
  });
});

describe('xs:float', () => {
  it('R4: returns the shortest digits of a text, and writes them again', () => {
    for (const text of ['342.23', '0.1', '16777216', '-7.0385313e-26', '3.4028235e+38', '1e-45', '-0', 'INF', 'NaN']) {
      expect(float.print(float.parse(text))).toBe(text);
    }
    expect(float.parse('342.23')).toBe(342.23);
    expect(float.parse('342.2300109863281')).toBe(342.23);
    expect(float.print(342.2300109863281)).toBe('342.23');
    expect(float.print(0.1 + 0.2)).toBe('0.3');
    expect(float.print(2 ** -151)).toBe('0');
    expect(() => float.print(3.5e38)).toThrow('it is too large for 32 bits');
  });

  it('R4: keeps all 32 bits', () => {
    fc.assert(
      fc.property(anyBits, (value) => {
        const read = float.parse(float.print(value));
        expect(Math.fround(read)).toBe(value);
        expect(float.print(read)).toBe(float.print(value));
      }),
    );
  });
});
