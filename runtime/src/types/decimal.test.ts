import { describe, expect, it } from 'vitest';
import { decimal, decimalAsNumber } from './decimal.ts';

/** Every text of up to `length` of these characters. */
function* texts(characters: readonly string[], length: number): Generator<string> {
  yield '';
  if (length === 0) return;
  for (const rest of texts(characters, length - 1)) for (const character of characters) yield character + rest;
}

const LEXICAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The rules of XML Schema part 2, 3.2.3, step by step. */
function expected(text: string): string | undefined {
  if (!LEXICAL.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const value = fraction === '' ? digits : `${digits}.${fraction}`;
  return text.startsWith('-') && /[1-9]/.test(value) ? `-${value}` : value;
}

describe('decimal', () => {
  it('R4: every short text is read and written according to its parts, or rejected', () => {
    for (const text of texts(['0', '7', '.', '-', '+', 'e'], 5)) {
      const wanted = expected(text);
      if (wanted === undefined) {
        expect(() => decimal.parse(text), text).toThrow();
        expect(() => decimal.print(text), text).toThrow();
      } else {
        expect(decimal.parse(text)).toBe(wanted);
        expect(decimal.print(text)).toBe(wanted);
      }
    }
  });

  it('R4: a million zeros before the last digit take as long as other digits', () => {
    // What went over them again and again took minutes.
    const long = `0.${'0'.repeat(1_000_000)}1`;
    const compare = decimal.compare as (a: string, b: string) => number;
    expect(compare(long, '0')).toBeGreaterThan(0);
    expect(compare(`-${long}`, '0')).toBeLessThan(0);
    expect(compare(long, long)).toBe(0);
    expect(compare(`1.5${'0'.repeat(1_000_000)}`, '1.5')).toBe(0);
    expect(decimal.parse(` +${long} `)).toBe(long);
    expect(decimal.parse(`${'0'.repeat(1_000_000)}1`)).toBe('1');
    expect(decimal.print(long)).toBe(long);
    expect(decimalAsNumber.parse(long)).toBe(0);
  });
});
