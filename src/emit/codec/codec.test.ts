import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { emit } from '../emit.ts';

const head = 'soapwright: 1\nservice: S\nnamespace: urn:s/\naddress: http://localhost/s\n';

async function generated(text: string, file = 'codec.ts'): Promise<string> {
  const files = await emit(contractOf(`${head}${text}`), { source: 'c.yaml', importExtension: 'ts' });
  return files.find(({ path }) => path === file)?.text ?? '';
}

describe('readers of content models', () => {
  it('leave an excess item to the next group, if groups repeat', async () => {
    const code = await generated(`
operations: { A: { request: { "$sequence rows[]": { a: "int[1..2]", b: int? }, c: "int[1..2]" }, result: { type: int, as: r } } }
`);
    expect(code).toContain('while (a.length < 2 && next === 0) {');
    expect(code).toContain('while (next === 2) {');
  });

  it('give functions of shared groups names that are unused within types', async () => {
    const code = await generated(`
operations: { A: { request: { $group one: value, value: { record: { x: int } } }, result: { type: int, as: r } } }
groups: { value: { y: int, z: int } }
`);
    const functions = [...code.matchAll(/function (\S+)\(/g)].map(([, name]) => name);
    expect(new Set(functions).size).toBe(functions.length);
    expect(functions).toContain('readARequest_value$');
  });
});

describe('roots of bodies', () => {
  const operation = (type: string) =>
    `operations: { A: { style: bare, soapAction: "", request: { type: ${type} }, result: { type: int } } }\n`;

  it('have declarations if a value may be a QName', async () => {
    const types = 'types: { Names: { list: QName }, Either: { union: [int, Names] } }\n';
    for (const type of ['QName', 'Names', 'Either']) {
      expect(await generated(`${operation(type)}${types}`, 'client-operations.ts')).toContain(
        "input: /*@__PURE__*/ soap.rootStartTag(namespace, 'A')",
      );
    }
    expect(await generated(operation('string'), 'client-operations.ts')).toContain(
      "input: /*@__PURE__*/ soap.rootTag(namespace, 'A')",
    );
  });
});

describe('pages', () => {
  it('describe a group once, at every use', async () => {
    const text = `
operations: { A: { request: { M: Mixed, $group g: G }, result: Mixed } }
groups: { G: { a: int, b: int } }
records: { Mixed: { $mixed: true, "$group many[]": G } }
`;
    expect((await generated(text, 'pages.ts')).match(/^ {4}G: \[/gm)).toHaveLength(1);
  });
});

describe('schemas', () => {
  it('omit the default of required attributes', async () => {
    const text = `
operations: { A: { request: {}, result: R } }
attributes: { kind: { type: string, default: plain } }
records: { R: { $attributes: { $ref kind: true } } }
`;
    const wsdl = await generated(text, 's.wsdl');
    expect(wsdl).toContain('<xs:attribute ref="tns:kind" use="required"/>');
  });
});

it('types without a name have their own values in generated code', async () => {
  const text = `
operations: { A: { request: { x: Either }, result: { type: int, as: r } } }
types: { Either: { union: [hexBinary, { base: int, enum: ["7", "42"] }] } }
`;
  expect(await generated(text)).toContain("soap.restriction<number, 7 | 42>('Either', soap.int");
});

it('an element in two positions of mixed content is one property, named by the first', async () => {
  const text = `
operations: { A: { request: { m: M }, result: { type: int, as: r } } }
elements: { e: string }
records: { M: { $mixed: true, first: { element: e }, between: int, second: { element: e } } }
`;
  const code = await generated(text);
  expect(code).toMatch(/new RegExp\('\^\(\?:aba\)\$', 'u'\), \{\s+first: 'a',\s+between: 'b',\s+second: 'a',\s+\}/);
  expect(code.match(/\$content\.push/g)).toHaveLength(2);
});

describe('names of functions', () => {
  const operations = `operations: { getAll: { result: order }, Find: { result: order } }
records: { order: { Lines: "line[]" }, line: { Number: int? } }
`;

  it('join in camelCase', async () => {
    const code = await generated(operations);
    const functions = [...code.matchAll(/function (\S+)\(/g)].map(([, name]) => name);
    expect(functions).toEqual(
      expect.arrayContaining(['readGetAllRequest', 'writeGetAllResponse', 'readOrder', 'writeLine']),
    );
    expect(functions.filter((name) => /^(?:read|write)[a-z]/.test(name ?? ''))).toEqual([]);
    expect(await generated(operations, 'client-operations.ts')).toContain('codec.writeGetAllRequest(writer, request)');
  });

  it('keep the case of the wire where types differ in that alone', async () => {
    const code = await generated(
      `${operations.trimEnd().slice(0, -2)}, Line: { Number: int? }, Uses: { a: Line? } }\n`,
    );
    const functions = [...code.matchAll(/function (\S+)\(/g)].map(([, name]) => name);
    expect(new Set(functions).size).toBe(functions.length);
  });
});

describe('constants of simple types', () => {
  it('are those that readers and writers use, and the ones that these derive from', async () => {
    const code = await generated(`
operations: { A: { request: { a: Used? }, result: { type: int, as: r } } }
types: { Base: { base: string, maxLength: 5 }, Used: { base: Base, minLength: 1 }, Unused: [a, b] }
`);
    expect([...code.matchAll(/const (\w+)Type = /g)].map(([, name]) => name)).toEqual(['Base', 'Used']);
  });
});
