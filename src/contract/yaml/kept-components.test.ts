import { describe, expect, it } from 'vitest';
import { keptContract, loadShop } from '../../../test/support/generator/kept-contract.ts';
import { wsdlText } from '../../emit/wsdl.ts';
import type { Contract } from '../model/index.ts';

/** Its contracts use a second namespace. */
const contractOf = (text: string): Contract => keptContract(`namespaces: { c: urn:c }\n${text}`);
const load = (text: string) => loadShop(`namespaces: { c: urn:c }\n${text}`);

const operation = (more: string, name = 'Find'): string =>
  `  ${name}: { request: { Query: string }, result: { type: string, as: Found }${more === '' ? '' : `, ${more}`} }\n`;

describe('a contract keeps the parts that only readers of its WSDL need', () => {
  it('identity constraints of elements and fields', () => {
    const [schema] = contractOf(`operations:
  Send: { style: bare, request: { element: Order }, result: { type: string, as: Sent } }
elements:
  Order:
    record:
      Line:
        many: true
        record: { Number: int, Refers: int? }
        constraints: [{ unique: once, selector: ".", fields: ["@id", "c:x|Number"] }]
    constraints:
      - { key: byNumber, selector: .//Line, fields: [Number] }
      - { keyref: ofNumber, refer: byNumber, selector: "*", fields: [Refers], doc: Of a line. }
`).schemas;
    const order = schema?.elements.find(({ name }) => name.local === 'Order');
    expect(
      order?.constraints?.map(({ kind, name, selector, fields, refer }) => [
        kind,
        name.local,
        selector,
        fields,
        refer?.local,
      ]),
    ).toEqual([
      ['key', 'byNumber', './/{urn:shop/}Line', ['{urn:shop/}Number'], undefined],
      ['keyref', 'ofNumber', '*', ['{urn:shop/}Refers'], 'byNumber'],
    ]);
    expect(JSON.stringify(order?.type)).toContain('["@id","{urn:c}x|{urn:shop/}Number"]');
  });

  it('block and final of records, elements, fields and types', () => {
    const [schema] = contractOf(`operations:
${operation('')}  Send: { style: bare, request: { element: E }, result: { type: T, as: Sent } }
elements: { E: { type: R, block: [substitution], final: [extension, restriction] } }
types: { T: { base: string, final: [list] } }
records:
  R: { $block: [extension], $final: [restriction], A: { type: int, block: [restriction] } }
`).schemas;
    const [element] = schema?.elements.filter(({ name }) => name.local === 'E') ?? [];
    expect(element).toMatchObject({ block: ['substitution'], final: ['extension', 'restriction'] });
    expect(schema?.types.map((type) => [type.final, type.kind === 'complex' && type.block])).toEqual([
      [['list'], false],
      [['restriction'], ['extension']],
    ]);
  });

  it('notations', () => {
    const { schemas } = contractOf(
      `operations:\n${operation('')}notations: { jpeg: { public: image/jpeg, system: v }, "c:gif": { system: v } }\n`,
    );
    expect(schemas.flatMap(({ notations = [] }) => notations.map(({ name }) => name.local))).toEqual(['jpeg', 'gif']);
  });

  it('attributes of other namespaces and appinfo', () => {
    const { schemas, portTypes } = contractOf(`operations:
${operation('foreign: { "{urn:x}tag": 1 }')}  Send: { style: bare, request: { element: E }, result: { type: string, as: Sent } }
elements: { E: { type: R, foreign: { "{urn:x}tag": a } } }
records:
  R:
    $foreign: { "{urn:x}tag": b }
    $appinfo: ['<xs:appinfo xmlns:xs="http://www.w3.org/2001/XMLSchema">For tools.</xs:appinfo>']
    A: { type: int, foreign: { "{urn:x}tag": c, "{urn:y}tag": d } }
`);
    const text = JSON.stringify([schemas, portTypes]);
    expect(text.match(/"namespace":"urn:[xy]","local":"tag"/g)).toHaveLength(5);
    expect(text).toContain('For tools.');
  });

  it('header faults', () => {
    const { bindings } = contractOf(
      `operations:\n${operation('headers: [Session]')}headers: { Session: { type: string, faults: [Expired] } }\nfaults: { Expired: string }\n`,
    );
    expect(bindings.map(({ operations }) => operations[0]?.input?.headers[0]?.faults)).toEqual(
      bindings.map(() => [
        { message: { namespace: 'urn:shop/', local: 'ExpiredFault' }, part: 'detail', use: 'literal' },
      ]),
    );
  });

  it('overloads, which have names of their own in TypeScript', () => {
    const { portTypes } = contractOf(`operations:\n${operation('')}${operation('overloads: Find', 'FindByName')}`);
    expect(
      portTypes[0]?.operations.map(({ name, typeScriptName, input }) => [name, typeScriptName, input?.name]),
    ).toEqual([
      ['Find', undefined, undefined],
      ['Find', 'FindByName', 'FindByName'],
    ]);
  });

  it('whether a soapAction is required, in bindings for SOAP 1.2', () => {
    const { bindings } = contractOf(`operations:\n${operation('soapActionRequired: false')}`);
    expect(bindings.map(({ soapVersion, operations }) => [soapVersion, operations[0]?.soapActionRequired])).toEqual([
      ['1.1', undefined],
      ['1.2', false],
    ]);
  });

  it('the namespace and the order of rpc parts', () => {
    const { portTypes, bindings } = contractOf(`style: rpc
operations:
  Add: { request: { a: int, b: int }, result: { type: int, as: sum }, namespace: "urn:other", parameterOrder: [b, a] }
`);
    expect(bindings[0]?.operations[0]?.input?.namespace).toBe('urn:other');
    expect(portTypes[0]?.operations[0]?.parameterOrder).toEqual(['b', 'a']);
  });

  it('extension elements of the WSDL', () => {
    const x = (name: string): string => `['<x:${name} xmlns:x="urn:x"/>']`;
    const inOperation = ['binding', 'binding12', 'request', 'response'];
    const inService = ['definitions', 'portType', 'binding', 'binding12', 'service'];
    const contract = contractOf(`operations:
${operation(`wsdl: { extensions: ${x('operation')}, ${inOperation.map((key) => `${key}: { extensions: ${x(key)} }`).join(', ')} }`)}
wsdl: { ${inService.map((key) => `${key}: { extensions: ${x(`${key}Too`)} }`).join(', ')} }
`);
    const text = wsdlText(contract, { source: 'contract.yaml' });
    const names = ['operation', ...inOperation, ...inService.map((key) => `${key}Too`)];
    for (const name of names) expect(text.match(new RegExp(`<x:${name} `, 'g')), name).toHaveLength(1);
  });

  it('extension elements of ports', () => {
    const text = `ports: { Main: { soap: "1.1", extensions: ['<x:y xmlns:x="urn:x"/>'] } }\noperations:\n${operation('')}`;
    expect(contractOf(text).services[0]?.ports[0]?.extensions).toEqual(['<x:y xmlns:x="urn:x"/>']);
  });
});

describe('what cannot be kept is an error', () => {
  const codes = (text: string): readonly string[] => load(text).diagnostics.map(({ code }) => code);

  it('SW1381: an attribute without its namespace', () => {
    expect(codes(`operations:\n${operation('foreign: { tag: 1 }')}`)).toEqual(['SW1381']);
  });

  it('SW1382: text other than an XML element', () => {
    for (const xml of ['text', '<a>', '<p:a/>', '<a/><b/>']) {
      expect(codes(`operations:\n${operation('')}wsdl: { definitions: { extensions: ["${xml}"] } }\n`)).toEqual([
        'SW1382',
      ]);
    }
  });

  it('a constraint without its key, and one that is both', () => {
    const element = (constraint: string): string =>
      `operations:\n${operation('')}elements: { E: { type: string, constraints: [${constraint}] } }\n`;
    expect(codes(element('{ keyref: a, selector: ".", fields: ["."] }'))).toEqual(['SW1202']);
    expect(codes(element('{ key: a, unique: b, selector: ".", fields: ["."] }'))).not.toEqual([]);
  });
});
