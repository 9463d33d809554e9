import { describe, expect, it } from 'vitest';
import { Report } from '../../diagnostics/index.ts';
import { readData } from './read-data.ts';

function read(text: string): { readonly value: unknown; readonly reasons: readonly string[] } {
  const to = new Report();
  const value = readData({ file: '--data', text }, to);
  return { value, reasons: to.diagnostics.map(({ message }) => message) };
}

describe('the data of a call', () => {
  it.each<[string, unknown]>([
    ['{"a":1.50,"b":[true,null,"x\\"\\\\"],"c":{}}', { a: '1.50', b: ['true', null, 'x"\\'], c: {} }],
    ['{a: 007, b: [true, ~], c: {}}', { a: '007', b: ['true', null], c: {} }],
    [' "\\u00e9" ', 'é'],
    ['12345678901234567890', '12345678901234567890'],
    ['[ ]', []],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual({ value: expected, reasons: [] });
  });

  it('keep a key of prototypes as a key', () => {
    const { value } = read('{"__proto__":{"a":1}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect((value as { a?: unknown }).a).toBeUndefined();
  });

  it.each<[string, string]>([
    ['', '--data: it is empty.'],
    [' \n ', '--data: it is empty.'],
    ['{"a":1,"a":2}', 'The key "a" occurs twice.'],
    ['{"Password":"geheim"', 'a closing } is missing'],
    [`${'['.repeat(70)}${']'.repeat(70)}`, 'nest deeper than 64 levels'],
    [`{a: ${'x'.repeat(5 * 2 ** 20)}}`, 'it is not JSON, and as YAML it may have at most 4 MiB'],
  ])('are refused: %s', (text, reason) => {
    const { value, reasons } = read(text);
    expect(value).toBeUndefined();
    expect(reasons.join()).toContain(reason);
    expect(reasons.join()).not.toContain('geheim');
  });

  it('are read in a time that grows with their size', () => {
    const items = Array.from({ length: 100_000 }, (_, number) => ({ Text: `${number}`, Count: number }));
    const text = JSON.stringify({ Items: items, Scan: 'x'.repeat(30 * 2 ** 20) });
    const started = performance.now();
    expect((read(text).value as { Items: unknown[] }).Items.length).toBe(items.length);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
