import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type Catalogue,
  exitCodeOf,
  inFileOrder,
  type ParametersOf,
  report,
  themes,
  withoutParameters,
} from './index.ts';

const kinds = {
  missing: {
    code: 'SW9001',
    severity: 'error',
    exit: 2,
    message: 'No {thing} in {place}.',
    remedy: 'Write { type: {thing} } or "{NAME:-default}".',
    meaning: '',
    example: '',
  },
  plain: { code: 'SW9002', severity: 'warning', exit: 0, message: 'Nothing to fill in.', meaning: '', example: '' },
} as const;

describe('report', () => {
  it('fills the named parameters into message and remedy, and leaves other braces', () => {
    const diagnostic = report(kinds.missing, { thing: 'cup', place: 'the cupboard' }, { file: 'a.yaml', line: 3 });
    expect(diagnostic).toEqual({
      code: 'SW9001',
      severity: 'error',
      exit: 2,
      message: 'No cup in the cupboard.',
      remedy: 'Write { type: cup } or "{NAME:-default}".',
      file: 'a.yaml',
      line: 3,
    });
  });

  it('has the parameters of an entry as a type', () => {
    expectTypeOf<keyof ParametersOf<(typeof kinds)['missing']>>().toEqualTypeOf<'thing' | 'place'>();
    expectTypeOf<keyof ParametersOf<(typeof kinds)['plain']>>().toEqualTypeOf<never>();
  });

  it('offers the close name in the message and as data', () => {
    const didYouMean = { name: 'strng', among: ['int', 'string'] };
    const diagnostic = report(kinds.plain, {}, {}, { didYouMean });
    expect(diagnostic.message).toBe('Nothing to fill in. Did you mean "string"?');
    expect(diagnostic.suggestion).toBe('string');
  });

  it('escapes control characters and marks of direction in parameters, and cuts long ones', () => {
    const words = report(kinds.missing, { thing: 'word '.repeat(60), place: 'x' }).message;
    expect(words).toMatch(/ word … in x\.$/);
    const names = Array.from({ length: 60 }, (_, at) => `name${at}`);
    expect(report(kinds.missing, { thing: names, place: 'x' }).message).toMatch(/, name\d+ and \d+ more in x\.$/);
    const { message } = report(kinds.missing, { thing: '\u001B[31m\n\u202E', place: 'x'.repeat(1000) });
    expect(message).toBe(`No \\u{1B}[31m\\n\\u{202E} in ${'x'.repeat(200)}….`);
  });
});

it('describes parameters that have no value', () => {
  expect(withoutParameters('Write { type: {type} } for {defaultValue}, or "{NAME:-default}".')).toBe(
    'Write { type: <type> } for <default value>, or "{NAME:-default}".',
  );
  expect(withoutParameters('{part}It is declared{where} as 0x{byte}.')).toBe(
    '<part> It is declared <place> as 0x<byte>.',
  );
});

describe('the catalogue', () => {
  const entries = themes.flatMap(({ digit, entries }) => Object.values(entries).map((entry) => ({ digit, ...entry })));

  it('has codes of four digits, unique, that begin with the digit of their theme', () => {
    expect(entries.length).toBeGreaterThan(60);
    expect(new Set(entries.map(({ code }) => code)).size).toBe(entries.length);
    for (const { code, digit } of entries) expect(code).toMatch(new RegExp(`^SW${digit}\\d{3}$`));
  });

  it('consists of full sentences', () => {
    for (const { message, remedy } of entries) {
      expect(message).toMatch(/^["`{A-Z].*(?:[.?]|\{\w+\})$/);
      if (remedy !== undefined) expect(remedy).toMatch(/^\S[\s\S]*\S$/);
    }
  });

  it('has no entry that nothing reports', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('diagnostics/catalogue/'));
    const names = new Set(sources.flatMap((file) => readFileSync(`src/${file}`, 'utf8').match(/\w+/g) ?? []));
    const unused = themes.flatMap(({ entries }) => Object.keys(entries).filter((name) => !names.has(name)));
    expect(unused).toEqual([]);
  });

  it('has exit code 0 only for warnings and information', () => {
    for (const { severity = 'error', exit = severity === 'error' ? 2 : 0, code } of entries) {
      if (severity === 'error') expect(exit, code).toBeGreaterThan(0);
      else expect(exit, code).toBe(0);
    }
  });
});

describe('many diagnostics', () => {
  const fine: Catalogue = kinds;
  const at = (file: string, line: number, column: number) => report(kinds.plain, {}, { file, line, column });

  it('result in the highest exit code', () => {
    expect(exitCodeOf([])).toBe(0);
    expect(exitCodeOf([report(kinds.plain, {}), report(kinds.missing, { thing: 'a', place: 'b' })])).toBe(2);
    expect(Object.keys(fine)).toHaveLength(2);
  });

  it('are sorted by file', () => {
    const sorted = inFileOrder([at('b', 2, 1), at('a', 1, 1), at('b', 1, 9), at('b', 1, 2)]);
    expect(sorted.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual([
      'b:1:2',
      'b:1:9',
      'b:2:1',
      'a:1:1',
    ]);
  });
});
