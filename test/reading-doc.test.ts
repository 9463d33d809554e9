import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { emit } from '../src/emit/index.ts';
import { GeneratedFolder } from './generate-here.ts';
import { contractOf } from './support/generator/load-contracts.ts';
import { typeErrors } from './support/type-errors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/how-to/read-deviating-responses.md'), 'utf8');
const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, text = '']) => text);

const contract = contractOf(`
soapwright: 1
service: Billing
namespace: urn:billing/
address: http://localhost/billing
operations: { Find: { request: { Number: string }, result: Invoice } }
types: { Status: [open, paid] }
records: { Invoice: { Number: string, Status: Status } }
`);

const folder = new GeneratedFolder('reading');
afterAll(() => folder.remove());

it('docs/how-to/read-deviating-responses.md lists every kind of deviation', () => {
  const source = readFileSync(join(root, 'runtime/src/xml/deviation.ts'), 'utf8');
  const kinds = [...source.matchAll(/^ {2}\| '(.*)'/gm)].map(([, kind]) => kind);
  const listed = [...page.matchAll(/^\| `([a-z-]+)` \| .* \| .* \|$/gm)].map(([, kind]) => kind);
  expect(kinds.length).toBeGreaterThan(6);
  expect(listed.filter((kind) => kind?.includes('-') || kinds.includes(kind)).sort()).toEqual([...kinds].sort());
});

it('its code compiles, and its types are those that are generated', async () => {
  const files = await emit(contract, { source: 'contract.yaml', importExtension: 'ts', reading: 'tolerant' });
  for (const { path, text } of files) {
    const file = join(folder.path, 'generated/billing', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const types = files.find(({ path }) => path === 'types.ts')?.text.replace(/\/\*\*.*?\*\/\n/gs, '') ?? '';
  const shown = blocks.find((text) => text.startsWith('export type')) ?? '';
  for (const declaration of shown.split('\n\n')) expect(types).toContain(declaration);
  for (const [index, text] of blocks.entries()) writeFileSync(join(folder.path, `example-${index}.ts`), text);
  expect(typeErrors(folder.path, { allowImportingTsExtensions: true })).toBe('');
});
