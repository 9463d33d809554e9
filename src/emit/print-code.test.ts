import { describe, expect, it } from 'vitest';
import { arrow, block, callCode, headed, line, listed, listedUnion, literalCode, within } from './code.ts';
import { codeText } from './print-code.ts';

const items = ['firstArgument', 'secondArgument', 'thirdArgument', 'fourthArgument'];

/** Code that is on one line at the margin, and on several in this many blocks. */
function deep(code: Parameters<typeof codeText>[0][number], levels: number): string {
  let nested = code;
  for (let level = 0; level < levels; level++) nested = block('{', [nested], '}');
  return codeText([nested]);
}

describe('the layout of code', () => {
  it('is decided by the columns that are left where it is printed', () => {
    const list = listed('const value = call(', items, ');');
    expect(codeText([list])).toBe(`const value = call(${items.join(', ')});\n`);
    expect(deep(list, 20)).toContain(`call(\n${' '.repeat(42)}firstArgument,\n`);
    expect(codeText([list], 60)).toBe(`const value = call(\n${items.map((item) => `  ${item},\n`).join('')});\n`);
  });

  it('keeps each line within 120 columns, wherever the code is', () => {
    const wide = 'x'.repeat(60);
    const codes = [
      listed('call(', [wide, wide], ');'),
      listedUnion('type A =', [wide, wide]),
      headed(listed('function f(', [wide, wide], '): void {'), [line('return;')], '}'),
      arrow(`(${wide}) =>`, `${wide},`),
      within(`if (${wide})`, [line(`${wide};`)]),
      callCode('call(', [wide, wide], { object: [['a', wide]] }, ');'),
      literalCode('const a = ', { list: [wide, { object: [['b', wide]] }, `'${'word '.repeat(60)}'`] }, ';'),
    ];
    for (let levels = 0; levels < 20; levels += 4) {
      for (const code of codes) {
        for (const text of deep(code, levels).split('\n')) expect(text.length, text).toBeLessThanOrEqual(120);
      }
    }
  });

  it('has an empty body on the line of its head', () => {
    expect(codeText([headed(line('function f(): void {'), [], '}')])).toBe('function f(): void {}\n');
    expect(codeText([headed(listed('function f(', items, '): void {'), [], '}')])).toMatch(/: void \{\}\n$/);
  });

  it('wraps doc comments by the same columns', () => {
    const doc = { kind: 'doc', paragraphs: ['word '.repeat(40)] } as const;
    for (const text of deep(doc, 10).split('\n')) expect(text.length).toBeLessThanOrEqual(120);
    expect(codeText([{ kind: 'doc', paragraphs: [undefined] }])).toBe('');
  });
});
