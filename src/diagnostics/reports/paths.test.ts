import { expect, it } from 'vitest';
import { fromRoot } from './paths.ts';

const folders = { root: '/repository', current: '/repository/packages/orders' };

function filesIn(current: string, ...files: string[]): readonly (string | undefined)[] {
  const diagnostics = files.map((file) => ({ code: 'a', severity: 'error', exit: 1, message: 'b', file }) as const);
  const report = fromRoot({ command: 'lint', exitCode: 1, diagnostics }, { ...folders, current });
  return report.diagnostics.map(({ file }) => file);
}

it('names files from the root', () => {
  const files = filesIn(folders.current, './a.yaml', '../shared/b.yaml', '/repository/c.yaml');
  expect(files).toEqual(['packages/orders/a.yaml', 'packages/shared/b.yaml', 'c.yaml']);
  expect(filesIn(folders.root, 'a.yaml')).toEqual(['a.yaml']);
});

it('leaves addresses and absolute paths outside of the root', () => {
  const files = ['https://a.example/b?wsdl', '/elsewhere/c.wsdl'];
  expect(filesIn(folders.current, ...files)).toEqual(files);
  expect(filesIn(folders.root, '../d.yaml')).toEqual(['../d.yaml']);
});

it('names related places, edits, results and sources from the root as well', () => {
  const place = { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 2 };
  const report = fromRoot(
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
    folders,
  );
  expect(report).toMatchObject({
    folder: 'packages/orders',
    files: [{ file: 'packages/orders/out/b.ts' }],
    diagnostics: [{ related: [{ file: 'packages/orders/a.yaml' }], edits: [{ file: 'packages/orders/a.yaml' }] }],
  });
  expect([...(report.sources ?? [])]).toEqual([['packages/orders/a.yaml', 'text']]);
});
