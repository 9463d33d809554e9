import { collapse } from '../xml/white-space.ts';
import { withoutTrailingZeros } from './moment.ts';
import { byNumber, type SimpleType, ValueError } from './simple-type.ts';

const LEXICAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const NO_DECIMAL = 'it must be digits with an optional sign and decimal point';

/**
 * Whether a text is a decimal that nothing is to be put right about, as nearly all are: digits, with a point among them or
 * without, that begin with no zero too many.
 */
function isTidy(text: string): boolean {
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

/** The digits as they stand, so that a scale (`1.50`) is not lost; only what says nothing is put right. */
function tidy(text: string): string {
  const negative = text.startsWith('-');
  const unsigned = text.replace(/^[+-]/, '');
  const [whole = '', fraction = ''] = unsigned.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const value = fraction === '' ? digits : `${digits}.${fraction}`;
  return negative && /[1-9]/.test(value) ? `-${value}` : value;
}

/** By value, with every digit. */
function compareDecimals(a: string, b: string): number {
  const negative = a.startsWith('-');
  if (negative !== b.startsWith('-')) return negative ? -1 : 1;
  return negative ? compareDigits(b.slice(1), a.slice(1)) : compareDigits(a, b);
}

/** Of two decimals without a sign and without zeros in front. */
function compareDigits(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  const [left, right] = [withoutTrailingZeros(fractionA), withoutTrailingZeros(fractionB)];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** xs:decimal with every digit, as a string (XML Schema part 2, 3.2.3): no `+`, no leading zeros, `0.5` for `.5`. */
export const decimal: SimpleType<string> = {
  name: 'decimal',
  compare: compareDecimals,
  parse(text) {
    if (isTidy(text)) return text;
    const value = collapse(text);
    if (!LEXICAL.test(value)) throw new ValueError(NO_DECIMAL);
    return tidy(value);
  },
  print(value) {
    if (typeof value !== 'string') throw new ValueError(NO_DECIMAL);
    if (isTidy(value)) return value;
    if (!LEXICAL.test(value)) throw new ValueError(NO_DECIMAL);
    return tidy(value);
  },
};

/** xs:decimal as a number: digits beyond the seventeenth are lost. It is written without an exponent. */
export const decimalAsNumber: SimpleType<number> = {
  name: 'decimal',
  exact: decimal,
  compare: byNumber,
  parse(text) {
    const value = Number(decimal.parse(text));
    if (!Number.isFinite(value)) throw new ValueError('it is beyond what a number can hold');
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
