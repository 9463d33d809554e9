import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fromRepository, repositoryOf } from './repository.ts';

let root: string;
let inside: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'soapwright-repository-')));
  inside = join(root, 'packages', 'orders');
  mkdirSync(inside, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function filesIn(current: string, ...files: string[]): readonly (string | undefined)[] {
  const diagnostics = files.map((file) => ({ code: 'a', severity: 'error', exit: 1, message: 'b', file }) as const);
  return fromRepository({ command: 'lint', exitCode: 1, diagnostics }, current).diagnostics.map(({ file }) => file);
}

it('names files from the root of the repository', () => {
  mkdirSync(join(root, '.git'));
  const files = filesIn(inside, './a.yaml', '../shared/b.yaml', join(inside, 'c.yaml'));
  expect(files).toEqual(['packages/orders/a.yaml', 'packages/shared/b.yaml', 'packages/orders/c.yaml']);
  expect(filesIn(root, 'a.yaml')).toEqual(['a.yaml']);
});

it('leaves addresses, and files outside of the repository', () => {
  mkdirSync(join(inside, '.git'));
  const files = ['https://a.example/b?wsdl', '/elsewhere/c.wsdl', '../d.yaml'];
  expect(filesIn(inside, ...files)).toEqual(files);
});

it('finds the repository of a worktree or submodule, which has a file .git', () => {
  writeFileSync(join(root, '.git'), 'gitdir: elsewhere\n');
  expect(repositoryOf(inside)).toBe(root);
});

it('names related places, edits, results and sources from the root as well', () => {
  mkdirSync(join(root, '.git'));
  const place = { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 2 };
  const report = fromRepository(
    {
      command: 'check',
      exitCode: 1,
      files: [{ what: 'stale', file: 'out/b.ts' }],
      diagnostics: [
        {
          code: 'a',
          severity: 'error',
          exit: 1,
          message: 'b',
          related: [{ ...place, message: 'c' }],
          edits: [{ ...place, text: 'd' }],
        },
      ],
      sources: new Map([['a.yaml', 'text']]),
    },
    inside,
  );
  expect(report).toMatchObject({
    folder: 'packages/orders',
    files: [{ file: 'packages/orders/out/b.ts' }],
    diagnostics: [{ related: [{ file: 'packages/orders/a.yaml' }], edits: [{ file: 'packages/orders/a.yaml' }] }],
  });
  expect([...(report.sources ?? [])]).toEqual([['packages/orders/a.yaml', 'text']]);
});
