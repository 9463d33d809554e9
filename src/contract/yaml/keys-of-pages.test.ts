import { describe, expect, it } from 'vitest';
import { emit } from '../../emit/index.ts';
import { type LoadedContract, loadContract } from './index.ts';

/** A contract whose result has one field. @param operation keys of the operation. */
function load(field: string, operation = ''): LoadedContract {
  const head = 'soapwright: 1\nservice: Shop\nnamespace: urn:shop/\naddress: http://localhost/shop\n';
  const text = `${head}operations: { Find: { ${operation}result: Item } }\nrecords: { Item: { a: ${field} } }\n`;
  return loadContract({ file: 'contract.yaml', text });
}

function codes(field: string, operation?: string): readonly string[] {
  return load(field, operation).diagnostics.map(({ code }) => code);
}

/** The generated files by their paths. */
async function filesOf(field: string, operation?: string): Promise<ReadonlyMap<string, string>> {
  const { contract } = load(field, operation);
  if (contract === undefined) throw new Error('It has errors.');
  const files = await emit(contract, { source: 'contract.yaml', importExtension: 'ts' });
  return new Map(files.map(({ path, text }) => [path, text]));
}

describe('error and group', () => {
  it('are part of the data of pages', async () => {
    const pages = (await filesOf('{ type: int, error: true }', 'group: Look up, ')).get('pages.ts');
    expect(pages).toContain("{ name: 'a', type: 'int', error: true }");
    expect(pages).toContain("group: 'Look up'");
    expect((await filesOf('int')).get('pages.ts')).not.toMatch(/error|group/);
  });

  it.each([
    ['{ type: string, sensitive: true, error: true }', 'SW1341'],
    ['{ type: base64Binary, stream: true, error: true }', 'SW1341'],
    ['{ type: string, attribute: true, error: true }', 'SW1341'],
  ])('error is rejected in %s', (field, code) => {
    expect(codes(field)).toEqual([code]);
  });

  it('a group without a name is rejected', () => {
    expect(codes('int', 'group: true, ')).toEqual(['SW1342']);
  });
});

describe('example', () => {
  it('is the sample of a field in the pages, and part of the WSDL', async () => {
    const files = await filesOf('{ type: { base: int, min: 5 }, example: 42 }');
    expect(files.get('pages.ts')).toMatch(/sample: '42'/);
    expect(files.get('pages.ts')).not.toMatch(/sample: '5'/);
    expect([...files.values()].join('')).toContain('sw:example="42"');
  });

  it.each([
    ['{ type: int, example: many }', 'SW1369'],
    ['{ record: { b: int }, example: x }', 'SW1370'],
    ['{ type: string, sensitive: true, example: x }', 'SW1341'],
    ['{ type: string, attribute: true, example: x }', 'SW1341'],
  ])('is rejected in %s', (field, code) => {
    expect(codes(field)).toEqual([code]);
  });

  it('is accepted if it is a valid value', () => {
    expect(codes('{ type: ID, example: a1 }')).toEqual([]);
    expect(codes('{ type: date, many: true, example: 2024-05-01 }')).toEqual([]);
  });
});
