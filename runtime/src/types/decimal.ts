import { collapse } from '../xml/chars.ts';
import { withoutTrailingZeros } from './moment.ts';
import { byNumber, type SimpleType, ValueError } from './simple-type.ts';

const LEXICAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const NO_DECIMAL = 'it must be digits with an optional sign and decimal point';

/** Whether a text is in canonical form already, as nearly all are: no `+`, no leading zero, digits around the point. */
function isCanonical(text: string): boolean {
  const length = text.length;
  let at = text.charCodeAt(0) === 0x2d ? 1 : 0;
  const first = text.charCodeAt(at);
  if (!(first >= 0x31 && first <= 0x39)) return false;
  for (at++; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x2e) break;
    if (code < 0x30 || code > 0x39) return false;
  }
  if (at === length) return true;
  if (++at === length) return false;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

/** Removes `+` and leading zeros. Trailing zeros stay: they show the precision of `1.50`. */
function canonical(text: string): string {
  const negative = text.startsWith('-');
  const unsigned = text.replace(/^[+-]/, '');
  const [whole = '', fraction = ''] = unsigned.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const value = fraction === '' ? digits : `${digits}.${fraction}`;
  return negative && /[1-9]/.test(value) ? `-${value}` : value;
}

function compareDecimals(a: string, b: string): number {
  const negative = a.startsWith('-');
  if (negative !== b.startsWith('-')) return negative ? -1 : 1;
  return negative ? compareDigits(b.slice(1), a.slice(1)) : compareDigits(a, b);
}

/** Compares two decimals without a sign and without leading zeros. */
function compareDigits(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  const [left, right] = [withoutTrailingZeros(fractionA), withoutTrailingZeros(fractionB)];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** xs:decimal as a string with all its digits (XML Schema part 2, 3.2.3): no `+`, no leading zeros, `0.5` for `.5`. */
export const decimal: SimpleType<string> = {
  name: 'decimal',
  compare: compareDecimals,
  parse(text) {
    if (isCanonical(text)) return text;
    const value = collapse(text);
    if (!LEXICAL.test(value)) throw new ValueError(NO_DECIMAL);
    return canonical(value);
  },
  print(value) {
    if (typeof value !== 'string') throw new ValueError(NO_DECIMAL);
    if (isCanonical(value)) return value;
    if (!LEXICAL.test(value)) throw new ValueError(NO_DECIMAL);
    return canonical(value);
  },
};

/** xs:decimal as a number, which loses digits after the seventeenth. Printed without an exponent. */
export const decimalAsNumber: SimpleType<number> = {
  name: 'decimal',
  exact: decimal,
  compare: byNumber,
  parse(text) {
    const value = Number(decimal.parse(text));
    if (!Number.isFinite(value)) throw new ValueError('it is too large for a number');
    return value + 0;
  },
  print(value) {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new ValueError('it must be a finite number');
    return withoutExponent(value);
  },
};

/** The shortest digits that read back as the same number. */
function withoutExponent(value: number): string {
  const text = `${value + 0}`;
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (parts === null) return text;
  const [, sign = '', first = '', rest = '', power = '0'] = parts;
  const digits = first + rest;
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}
