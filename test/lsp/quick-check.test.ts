import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../src/contract/yaml/index.ts';
import type { Diagnostic } from '../../src/diagnostics/index.ts';
import { type Block, blocksOf } from '../../src/editor/lsp/blocks.ts';
import { quickCheck } from '../../src/editor/lsp/quick-check.ts';
import type { Checked } from '../../src/editor/lsp/whole-check.ts';
import { rulesOfLoader } from '../../src/rules/lint/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['everything', 'legacy', 'library', 'streams', 'tolerant'];

function filesOf(folder: string): ReadonlyMap<string, string> {
  const path = (name: string): string => join(root, 'test/golden', folder, name);
  const main = readFileSync(path('contract.yaml'), 'utf8');
  const included = [...(/^include: \[(.*)\]/m.exec(main)?.[1] ?? '').split(', ')].filter((name) => name !== '');
  return new Map([
    ['contract.yaml', main],
    ...included.map((name) => [name, readFileSync(path(name), 'utf8')] as const),
  ]);
}

function check(texts: ReadonlyMap<string, string>): Checked {
  const { diagnostics } = loadContract(
    { file: 'contract.yaml', text: texts.get('contract.yaml') ?? '' },
    {
      read: (file) => {
        const text = texts.get(file);
        return text === undefined ? { diagnostics: [] } : { source: { file, text }, diagnostics: [] };
      },
    },
  );
  return { texts, diagnostics: diagnostics.filter(({ code }) => !rulesOfLoader.has(code)) };
}

/** SOAPWRIGHT_PREFIXES=all tries each declaration; otherwise every third one. */
const step = process.env.SOAPWRIGHT_PREFIXES === 'all' ? 1 : 3;

/** What somebody may type in a declaration. */
const edits: Readonly<Record<string, (text: string) => string>> = {
  'an unknown type': (text) => text.replace(/\b(?:string|int|decimal|boolean|dateTime)\b/, 'Unheardof'),
  'an unknown key': (text) => text.replace('{ ', '{ unheardof: 1, '),
  'an incomplete line': (text) => `${text.trimEnd()}\n    unheardof: {\n`,
  'a field more': (text) => `${text.trimEnd()}\n    unheardof: int\n`,
  'a line less': (text) => text.replace(/\n.*\n$/, '\n'),
};

/** Codes and places of the diagnostics of a declaration. */
function places(
  diagnostics: readonly Diagnostic[],
  file: string,
  text: string,
  { start, end }: Block,
): readonly string[] {
  const first = text.slice(0, start).split('\n').length;
  const last = text.slice(0, end).split('\n').length - 1;
  return diagnostics
    .filter((one) => one.file === file && (one.line ?? 0) >= first && (one.line ?? 0) <= last)
    .map(({ code, line, column }) => `${code} ${line}:${column}`)
    .sort();
}

describe('the check of a changed declaration', () => {
  it.each(folders)(
    'finds the same in it as the check of the whole contract: %s',
    (folder) => {
      const files = filesOf(folder);
      const before = check(files);
      let checked = 0;
      let found = 0;
      for (const [file, text] of files) {
        for (const block of blocksOf(text).filter((_, index) => index % step === 0)) {
          for (const [name, edit] of Object.entries(edits)) {
            const declaration = edit(text.slice(block.start, block.end));
            const after = `${text.slice(0, block.start)}${declaration}${text.slice(block.end)}`;
            const changed = { ...block, end: block.start + declaration.length };
            const quick = quickCheck({ path: 'contract.yaml' }, before, file, after);
            if (quick === undefined) continue;
            const whole = check(new Map([...files, [file, after]]));
            const expected = places(whole.diagnostics, file, after, changed);
            expect(places(quick.diagnostics, file, after, changed), `${name} in ${file}, ${block.name}`).toEqual(
              expected,
            );
            checked++;
            found += expected.length;
          }
        }
      }
      expect(checked).toBeGreaterThan(5);
      expect(found).toBeGreaterThan(5);
    },
    600_000,
  );

  it('moves findings below the change', () => {
    const texts = new Map([['contract.yaml', 'soapwright: 1\nrecords:\n  A:\n    one: int\n  B:\n    two: Gone\n']]);
    const at = { line: 6, column: 10, endLine: 6, endColumn: 14 };
    const found: Diagnostic = { code: 'SW1304', severity: 'error', exit: 2, message: '', file: 'contract.yaml', ...at };
    const text = 'soapwright: 1\nrecords:\n  A:\n    one: int\n    more: int\n  B:\n    two: Gone\n';
    const quick = quickCheck({ path: 'contract.yaml' }, { texts, diagnostics: [found] }, 'contract.yaml', text);
    expect(quick?.diagnostics).toEqual([{ ...found, line: 7, endLine: 7 }]);
  });

  it('leaves changes outside of declarations to the check of the whole contract', () => {
    const texts = new Map([['contract.yaml', 'soapwright: 1\nservice: A\nrecords:\n  A:\n    one: int\n']]);
    const text = 'soapwright: 1\nservice: B\nrecords:\n  A:\n    one: int\n';
    expect(quickCheck({ path: 'contract.yaml' }, { texts, diagnostics: [] }, 'contract.yaml', text)).toBeUndefined();
  });
});
