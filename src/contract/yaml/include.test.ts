import { describe, expect, it } from 'vitest';
import { type LoadedContract, loadContract } from './load.ts';

/** A contract of several files; the first one is the main file. */
function loaded(files: Readonly<Record<string, string>>): LoadedContract & { readonly read: readonly string[] } {
  const [[file = '', text = ''] = []] = Object.entries(files);
  const read: string[] = [];
  const contract = loadContract(
    { file, text },
    {
      read: (path) => {
        read.push(path);
        const found = files[path];
        return found === undefined ? { diagnostics: [] } : { source: { file: path, text: found }, diagnostics: [] };
      },
    },
  );
  return { ...contract, read };
}

const head = 'soapwright: 1\nservice: Shop\nnamespace: https://shop.example/\naddress: http://localhost/shop\n';
const operations = 'operations: { Find: { result: Item } }\n';

describe('included files', () => {
  it('use the namespace of the including file, or their own', () => {
    const { contract, sources } = loaded({
      'api/shop.yaml': `${head}include: [types/item.yaml, ../common/price.yaml]\n${operations}`,
      'api/types/item.yaml':
        'soapwright: 1\ninclude: [../../common/price.yaml]\nnamespaces: { p: "urn:price" }\nrecords: { Item: { price: "p:Price" } }\n',
      'common/price.yaml':
        'soapwright: 1\nnamespace: urn:price\nelementForm: unqualified\nrecords: { Price: { amount: decimal } }\n',
    });
    expect([...sources.keys()]).toEqual(['api/shop.yaml', 'api/types/item.yaml', 'common/price.yaml']);
    expect(contract?.schemas).toMatchObject([
      {
        targetNamespace: 'https://shop.example/',
        elementFormDefault: 'qualified',
        types: [{ name: { local: 'Item' } }],
      },
      { targetNamespace: 'urn:price', prefix: 'p', elementFormDefault: 'unqualified' },
    ]);
    expect(JSON.stringify(contract?.schemas[1]?.types)).toContain('{"namespace":"","local":"amount"}');
  });

  it('may include each other, and are read once', () => {
    const { contract, read } = loaded({
      'shop.yaml': `${head}include: [a.yaml, ./b.yaml]\n${operations}`,
      'a.yaml': 'soapwright: 1\ninclude: [b.yaml, x/../shop.yaml, a.yaml]\nrecords: { Item: { b: B } }\n',
      'b.yaml': 'soapwright: 1\ninclude: [a.yaml]\nrecords: { B: { item: Item? } }\n',
    });
    expect(contract).toBeDefined();
    expect(read).toEqual(['a.yaml', 'b.yaml']);
  });

  it('may have operations of their own, with their style and soapAction', () => {
    const { contract } = loaded({
      'shop.yaml': `${head}include: [more.yaml]\n${operations}records: { Item: { a: int } }\n`,
      'more.yaml':
        'soapwright: 1\nstyle: rpc\nsoapAction: "urn:more#{operation}"\noperations: { Count: { result: { type: int, as: N } } }\n',
    });
    expect(contract?.bindings[0]?.operations).toMatchObject([
      { name: 'Find', style: 'document', soapAction: 'https://shop.example/Find' },
      { name: 'Count', style: 'rpc', soapAction: 'urn:more#Count' },
    ]);
  });

  it('report mistakes with their file', () => {
    const { diagnostics } = loaded({
      'shop.yaml': `${head}include: [a.yaml]\n${operations}`,
      'a.yaml': 'soapwright: 1\nrecords: { Item: { a: Strin } }\n',
    });
    expect(diagnostics).toMatchObject([{ code: 'SW1304', file: 'a.yaml', line: 2, column: 23, suggestion: 'string' }]);
  });

  it('are reported at the include if missing, and the names that they might declare are not', () => {
    const { diagnostics } = loaded({ 'shop.yaml': `${head}include: [gone.yaml]\n${operations}` });
    expect(diagnostics).toMatchObject([
      { code: 'SW1013', file: 'shop.yaml', line: 5, column: 11, message: 'There is no file gone.yaml to include.' },
    ]);
  });

  it('can form a long chain', () => {
    const files: Record<string, string> = { 'shop.yaml': `${head}include: [f0.yaml]\n${operations}` };
    for (let number = 0; number < 300; number++) {
      files[`f${number}.yaml`] =
        `soapwright: 1\ninclude: [f${number + 1}.yaml]\nrecords: { R${number}: { a: R${number + 1} } }\n`;
    }
    files['f300.yaml'] = 'soapwright: 1\nrecords: { R300: { a: int }, Item: { a: R0 } }\n';
    const { contract, sources } = loaded(files);
    expect(contract?.schemas[0]?.types).toHaveLength(302);
    expect(sources.size).toBe(302);
  });
});
