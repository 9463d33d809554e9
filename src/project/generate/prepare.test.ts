import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Report } from '../../diagnostics/index.ts';
import { ContentStore, contentText } from '../output/index.ts';
import { BuildCache } from './build-cache.ts';
import { prepare } from './prepare.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-'));
  mkdirSync(join(folder, 'node_modules'));
  mkdirSync(join(folder, 'shared'));
  write(
    'shop.yaml',
    `soapwright: 1
include: [shared/item.yaml]
service: Shop
namespace: https://shop.example/
address: http://localhost/shop
operations: { Find: { result: Item } }
`,
  );
  write('shared/item.yaml', 'soapwright: 1\ninclude: [../shop.yaml, more.yaml]\nrecords: { Item: { more: More } }\n');
  write('shared/more.yaml', 'soapwright: 1\nrecords: { More: { a: int } }\n');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}

async function prepared() {
  const stages: string[] = [];
  const target = {
    schema: 'shop.yaml',
    schemaName: 'shop.yaml',
    out: 'generated',
    handlers: undefined,
    handlersImport: undefined,
    importExtension: 'ts',
    reading: undefined,
    sides: undefined,
    parts: 1,
    overrides: {},
    choice: {},
    overlay: undefined,
    allowedPaths: [],
  } as const;
  const report = new Report();
  const [one] = await prepare(
    [target],
    {
      current: folder,
      environment: {},
      cache: BuildCache.open(folder),
      onStage: (stage) => stages.push(stage),
    },
    report,
    new ContentStore(),
  );
  const types = one?.generated.files.find(({ path }) => path === 'types.ts')?.content;
  const isCached = one?.rebuild !== undefined;
  return {
    diagnostics: report.diagnostics,
    sources: report.sources,
    isCached,
    digest: types?.digest,
    types: isCached || types === undefined ? '' : contentText(types),
  };
}

it('builds a contract with the files that it includes, and again when any of them changes', async () => {
  const first = await prepared();
  expect(first.diagnostics).toEqual([]);
  expect([...first.sources.keys()]).toEqual(['shop.yaml', 'shared/item.yaml', 'shared/more.yaml']);
  expect(first.types).toContain('a: number');
  expect(await prepared()).toMatchObject({ isCached: true, digest: first.digest });
  expect([...(await prepared()).sources.keys()]).toEqual([...first.sources.keys()]);
  write('shared/more.yaml', 'soapwright: 1\nrecords: { More: { b: string } }\n');
  expect((await prepared()).types).toContain('b: string');
  write('shared/more.yaml', 'soapwright: 1\ninclude: [last.yaml]\nrecords: { More: { c: Last } }\n');
  write('shared/last.yaml', 'soapwright: 1\nrecords: { Last: { d: int } }\n');
  expect((await prepared()).types).toContain('d: number');
  write('shared/last.yaml', 'soapwright: 1\nrecords: { Last: { d: strin } }\n');
  const wrong = await prepared();
  expect(wrong.diagnostics).toMatchObject([{ code: 'SW1304', file: 'shared/last.yaml', line: 2, column: 23 }]);
  expect(wrong.sources.get('shared/last.yaml')).toContain('strin');
  rmSync(join(folder, 'shared/last.yaml'));
  expect((await prepared()).diagnostics).toMatchObject([{ code: 'SW1013', file: 'shared/more.yaml', line: 2 }]);
});

it('reports an include of the folder of the contract', async () => {
  write(
    'shop.yaml',
    `soapwright: 1
include: [.]
service: Shop
namespace: https://shop.example/
address: http://localhost/shop
operations: { Find: { result: Item } }
`,
  );
  const { diagnostics } = await prepared();
  expect(diagnostics).toMatchObject([
    { code: 'SW1002', file: 'shop.yaml', line: 2, message: '. is a directory, not a file.' },
  ]);
});

it('hardening: shows no line of an included file outside of the folder', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'soapwright-elsewhere-'));
  writeFileSync(join(elsewhere, 'secret'), 'soapwright: 1\nrecords: { Key: { a: hunter2secret } }\n');
  for (const file of [join(elsewhere, 'secret'), `../${basename(elsewhere)}/secret`]) {
    write(
      'shop.yaml',
      `soapwright: 1
include: [${file}]
service: Shop
namespace: https://shop.example/
address: http://localhost/shop
operations: { Find: { result: Key } }
`,
    );
    const { diagnostics, sources } = await prepared();
    expect(diagnostics.length).toBeGreaterThan(0);
    expect([...sources.values()].join('')).not.toContain('hunter2secret');
  }
  rmSync(elsewhere, { recursive: true });
});
