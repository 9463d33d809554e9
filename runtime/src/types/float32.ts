import { withoutTrailingZeros } from './moment.ts';

/** Powers of ten that a number holds exactly: a product or quotient with one is rounded once. */
const POWERS: readonly number[] = /* @__PURE__ */ Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
/** One above the greatest float32: there infinity begins. */
const BEYOND = 2 ** 128;
/** Numbers below have fewer bits. */
const LEAST_NORMAL = 2 ** -126;

/**
 * The float32 that is nearest to a decimal text. It is rounded once: if the nearest double lies half-way between two float32
 * numbers, the text decides.
 *
 * @param text digits with an optional sign, point and exponent.
 */
export function nearestFloat32(text: string): number {
  const double = Number(text);
  const rounded = Math.fround(double);
  const other = acrossFrom(double, rounded);
  const order = other === undefined ? 0 : compareSizes(text, double);
  if (other === undefined || order === 0) return rounded;
  const isLarger = Math.abs(other) > Math.abs(rounded);
  return Math.fround(isLarger === order > 0 ? other : rounded);
}

/** The shortest decimal that is nearest to a float32, as a number: 342.23 for 342.2300109863281. */
export function shortestDecimal(float32: number): number {
  const size = Math.abs(float32);
  if (!(size > 0 && size < BEYOND)) return float32;
  const decimal = size >= 1e-13 && size < 1e22 ? byArithmetic(size) : bySearch(size);
  return float32 < 0 ? -decimal : decimal;
}

/** For positive numbers whose digits, as a whole number, are a power of ten away that a number holds exactly. */
function byArithmetic(float32: number): number {
  const first = Math.floor(Math.log10(float32));
  // Two decimals of six digits never have the same float32: fewer digits need no look of their own. Nine always suffice.
  for (let digits = 6; digits <= 9; digits++) {
    const power = digits - 1 - first;
    const scaled = power < 0 ? float32 / power10(-power) : float32 * power10(power);
    const whole = roundToEven(scaled);
    // Beyond these powers the product is rounded itself, which decides so near to a half.
    if ((power > 12 || power < -6) && Math.abs(Math.abs(scaled - whole) - 0.5) < 1e-5) return bySearch(float32);
    let double = moved(whole, power);
    // A power of two has more room above than below.
    if (Math.fround(double) !== float32) double = moved(whole + 1, power);
    if (Math.fround(double) === float32) return acrossFrom(double, float32) === undefined ? double : bySearch(float32);
  }
  return bySearch(float32);
}

/** A whole number with its decimal point moved to the left. */
function moved(whole: number, power: number): number {
  return power < 0 ? whole * power10(-power) : whole / power10(power);
}

function roundToEven(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 === 1 ? rounded - 1 : rounded;
}

function power10(power: number): number {
  return POWERS[power] ?? Number.NaN;
}

/** As `shortestDecimal`, for all positive numbers, by exact digits. Takes microseconds. */
function bySearch(float32: number): number {
  for (let digits = float32 < LEAST_NORMAL ? 1 : 6; digits < 9; digits++) {
    const nearest = nearestDecimal(float32, digits);
    const found = [nearest, above(nearest)].find((text) => nearestFloat32(text) === float32);
    if (found !== undefined) return Number(found);
  }
  return Number(float32.toExponential(8));
}

/** A tie goes to the even digit, as where JavaScript prints a number; `toExponential` rounds it up. */
function nearestDecimal(float32: number, digits: number): string {
  const [exact = '', power = ''] = float32.toExponential(100).split('e');
  const isTie = /^50*$/.test(exact.slice(digits + 1));
  const cut = exact.slice(0, digits + 1);
  return isTie && /[02468]\.?$/.test(cut) ? `${cut}e${power}` : float32.toExponential(digits - 1);
}

/** The next decimal with as many digits: `1.3e+2` for `1.2e+2`. */
function above(text: string): string {
  const [mantissa = '', power = ''] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return `${Number(`${whole}${fraction}`) + 1}e${Number(power) - fraction.length}`;
}

/**
 * The float32 on the other side of a double that lies half-way between two; undefined for all other doubles.
 *
 * @param rounded the float32 that the double is rounded to.
 */
function acrossFrom(double: number, rounded: number): number | undefined {
  if (!Number.isFinite(double)) return undefined;
  const near = Number.isFinite(rounded) ? rounded : Math.sign(rounded) * BEYOND;
  const other = double + (double - near);
  return other !== near && Math.fround(other) === other ? other : undefined;
}

/** Negative, 0 or positive as a decimal text is less than a number that is half-way between two float32, equal or greater, without signs. */
function compareSizes(text: string, halfWay: number): number {
  // 15 digits belong to one number only: such a text is the number.
  if (text.length <= 15 && Math.abs(halfWay) < 1e9 && Number.isInteger(halfWay * 1e6)) return 0;
  // All of them are whole multiples of 2 ** -150.
  const multiple = BigInt(Math.abs(halfWay) * 2 ** 150);
  const exact = significant(`${multiple * 5n ** 150n}e-150`);
  const given = significant(text);
  if (given.power !== exact.power) return given.power - exact.power;
  return given.digits === exact.digits ? 0 : given.digits < exact.digits ? -1 : 1;
}

/** Digits without zeros around them, and the power of ten of the first one. */
function significant(text: string): { readonly digits: string; readonly power: number } {
  const [, whole = '', fraction = '', exponent = '0'] = /^[+-]?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  return { digits: withoutTrailingZeros(digits), power: digits.length - fraction.length + Number(exponent) };
}
