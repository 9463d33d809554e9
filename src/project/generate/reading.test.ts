import { expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import type { ContractInput } from '../../contract/open/index.ts';
import { wsdlText } from '../../emit/wsdl.ts';
import { loadConfig, type Target } from '../config/index.ts';
import { ContentStore, contentText } from '../output/index.ts';
import { build } from './build.ts';

const yaml = `soapwright: 1
service: Shop
namespace: urn:shop/
address: http://localhost/shop
operations: { Find: { request: { kind: Kind }, result: Found } }
types: { Kind: [old, new] }
records: { Found: { kind: Kind } }
`;
const bytes = new TextEncoder().encode(wsdlText(contractOf(yaml), { source: 'shop.yaml' }));
const read = (): { readonly diagnostics: [] } => ({ diagnostics: [] });
const inputs: Record<string, ContractInput> = {
  yaml: { source: { file: 'shop.yaml', text: yaml }, read },
  wsdl: {
    source: { file: 'shop.wsdl', text: '' },
    read,
    wsdl: { main: { location: 'shop.wsdl', name: 'shop.wsdl', bytes }, read },
  },
};

function targetWith(reading: string): Target {
  const text = `soapwright: 1\ngenerate:\n  - { schema: a.wsdl, out: out${reading} }\n`;
  const { config, diagnostics } = loadConfig({ file: 'soapwright.yaml', text });
  expect(diagnostics).toEqual([]);
  const [target] = config?.targets ?? [];
  if (target === undefined) throw new Error('There is no target.');
  return target;
}

async function generated(language: string, reading: string): Promise<Readonly<Record<string, string>>> {
  const input = inputs[language];
  if (input === undefined) throw new Error(language);
  const { artifacts } = await build({ target: targetWith(reading), input, server: undefined }, new ContentStore());
  return Object.fromEntries(
    (artifacts?.generated.files ?? []).map(({ path, content }) => [path, contentText(content)]),
  );
}

it.each([
  ['yaml', '', undefined],
  ['yaml', ', reading: standard', undefined],
  ['yaml', ', reading: strict', "'strict'"],
  ['yaml', ', reading: tolerant', 'tolerance.tolerant'],
  ['wsdl', '', 'tolerance.tolerant'],
  ['wsdl', ', reading: tolerant', 'tolerance.tolerant'],
  ['wsdl', ', reading: standard', undefined],
  ['wsdl', ', reading: strict', "'strict'"],
])('a client of a contract in %s%s reads by default %s', async (language, reading, expected) => {
  const files = await generated(language, reading);
  const [, found] = /reading: options\.reading \?\? (.*),/.exec(files['client.ts'] ?? '') ?? [];
  expect(found).toBe(expected);
  const isTolerant = expected === 'tolerance.tolerant';
  expect(files['codec.ts']?.includes('soap.readOpen(')).toBe(isTolerant);
  expect(files['types.ts']?.includes('kind: Kind | (string & {});')).toBe(isTolerant);
  // The request has its own record, which is closed.
  expect(files['types.ts']).toMatch(/FindRequest \{\s+kind: Kind;/);
});

it('an unknown way of reading is an error', () => {
  const text = 'soapwright: 1\ngenerate:\n  - { schema: a.wsdl, out: out, reading: lenient }\n';
  const { config, diagnostics } = loadConfig({ file: 'soapwright.yaml', text });
  expect(config).toBeUndefined();
  expect(diagnostics).toMatchObject([{ code: 'SW1208', line: 3, message: expect.stringContaining('lenient') }]);
});
