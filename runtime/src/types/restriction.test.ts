import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boolean,
  decimal,
  double,
  hexBinary,
  int,
  integer,
  list,
  restriction,
  string,
  token,
  union,
  ValueError,
} from '../index.ts';

describe('restrictions', () => {
  it('R4: an enumerated value is returned in its declared form, however it is written', () => {
    const price = restriction<string, '1.50' | '-0.5'>('Price', decimal, { enumeration: ['1.50', '-0.5'] });
    for (const text of ['1.50', '1.5', ' +01.500 ']) expect(price.parse(text)).toBe('1.50');
    expect(price.parse('-.5')).toBe('-0.5');
    expect(() => price.parse('0.5')).toThrow(ValueError);
    expect(price.print('1.50')).toBe('1.50');
  });

  it('R4: white space is that of the base', () => {
    const word = restriction('Word', token, { enumeration: ['a b'] });
    expect(word.parse(' a \n b ')).toBe('a b');
    expect(() => restriction('Text', string, { enumeration: ['a b'] }).parse(' a b')).toThrow(ValueError);
  });

  it('R4: lengths count characters, bytes and items', () => {
    expect(restriction('A', string, { length: 2 }).parse('😀😀')).toBe('😀😀');
    expect(restriction('B', hexBinary, { length: 2 }).parse('00ff')).toEqual(Uint8Array.of(0, 255));
    expect(restriction('C', list('L', integer), { maxLength: 2 }).parse('1 2')).toEqual([1n, 2n]);
    expect(() => restriction('C', list('L', integer), { maxLength: 1 }).parse('1 2')).toThrow(
      'its length must be 1 or less',
    );
  });

  it('R4: only significant digits are counted', () => {
    const money = restriction('Money', decimal, { totalDigits: 5, fractionDigits: 2 });
    for (const text of ['123.45', '-123.450', '00123.4', '0.01', '12345']) expect(money.parse(text)).toBeDefined();
    for (const text of ['1.234', '123456', '1234.56']) expect(() => money.parse(text)).toThrow(ValueError);
  });

  it('R4: bounds apply to every digit, and exclude NaN', () => {
    const exact = restriction('Exact', decimal, {
      minExclusive: '0.10000000000000000001',
      maxInclusive: '100000000000000000000',
    });
    for (const text of ['0.10000000000000000002', '100000000000000000000.0']) expect(exact.parse(text)).toBeDefined();
    for (const text of ['0.1', '0.10000000000000000001', '-5', '100000000000000000000.1']) {
      expect(() => exact.parse(text), text).toThrow(ValueError);
    }
    expect(() => restriction('D', double, { minInclusive: '0' }).parse('NaN')).toThrow('at least 0');
    expect(() => restriction('S', string, { minInclusive: '0' })).toThrow('no order');
  });

  it('R4: decimals are ordered numerically', () => {
    const order = decimal.compare ?? (() => Number.NaN);
    fc.assert(
      fc.property(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -5000, max: 5000 }), (a, b) => {
        const text = (value: number): string => decimal.parse((value / 100).toFixed(2));
        expect(Math.sign(order(text(a), text(b)))).toBe(Math.sign(a - b));
      }),
    );
  });

  it('R5: a value of another type is rejected as invalid', () => {
    const small = restriction('Small', decimal, { maxInclusive: '10' });
    const flag = union('Flag', small, boolean);
    expect(flag.print(true)).toBe('true');
    expect(() => small.print(Number('5') as never)).toThrow(ValueError);
  });

  it('R4: a pattern of a union applies to the text with the white space of the matching member', () => {
    const pattern = { patterns: [/^\S*$/] };
    const spaced = restriction('Spaced', union('Either', int, string), pattern);
    expect(spaced.parse('\t7\n')).toBe(7);
    expect(() => spaced.parse(' a')).toThrow('form');
    const nested = restriction('Nested', union('Outer', union('Inner', boolean, int), int), pattern);
    expect(nested.parse(' true ')).toBe(true);
    expect(restriction('Twice', spaced, pattern).parse(' 7')).toBe(7);
  });

  it('accepts an enumeration of texts in another form', () => {
    const form = restriction('Form', decimal, { patterns: [/^\.\d$/] });
    const listed = restriction('Listed', union('Either', form, boolean), { enumeration: ['.5', 'true'] });
    expect(listed.parse('true')).toBe(true);
    expect(() => listed.parse('.6')).toThrow(ValueError);
  });
});
