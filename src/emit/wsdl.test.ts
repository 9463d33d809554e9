import { describe, expect, it } from 'vitest';
import { fullContract } from '../../test/support/generator/full-contract.ts';
import {
  anonymous,
  attribute,
  builtIn,
  element,
  named,
  record,
  restriction,
  schema,
} from '../../test/support/generator/schema-components.ts';
import type { Contract, Schema } from '../contract/model/index.ts';
import { cutAtAddresses, wsdlPieces, wsdlText } from './wsdl.ts';

const text = (contract: Contract): string => wsdlText(contract, { source: 'contract.yaml' });
const whole = text(fullContract);

const withSchemas = (...schemas: readonly Schema[]): Contract => ({
  ...fullContract,
  schemas,
  messages: [],
  portTypes: [],
  bindings: [],
  services: [],
});

/** The lines of a WSDL that hold something, without their indent. */
const lines = (wsdl: string, something: string): readonly string[] =>
  wsdl.split('\n').flatMap((line) => (line.includes(something) ? [line.trim()] : []));

const urn = (local: string, namespace = 'urn:a') => ({ namespace, local });

describe('prefixes', () => {
  const prefixed = (...prefixes: readonly (string | undefined)[]): string =>
    lines(
      text(withSchemas(...prefixes.map((prefix, index) => schema(`urn:${index}`, { prefix })))),
      '<wsdl:definitions',
    ).join();

  it('are those of the contract if they are free', () => {
    expect(prefixed('c', 'Größe')).toContain('xmlns:c="urn:0" xmlns:Größe="urn:1"');
  });

  it('are generated if they are taken, reserved or missing', () => {
    expect(prefixed('soap', 'xml2', 'ns2', undefined, 'ns2', '1a')).toContain(
      'xmlns:ns1="urn:0" xmlns:ns3="urn:1" xmlns:ns2="urn:2" xmlns:ns4="urn:3" xmlns:ns5="urn:4" xmlns:ns6="urn:5"',
    );
  });
});

describe('imports', () => {
  const imports = (one: Partial<Schema>): readonly string[] =>
    lines(text(withSchemas(schema('urn:a', one), schema('urn:b'), schema('urn:c'), schema(''))), '<xs:import');

  it('are absent if a schema refers only to itself and built-in types', () => {
    expect(
      imports({ types: [record(urn('A'), [element(urn('a'), named(urn('A'))), element(urn('b'), builtIn('int'))])] }),
    ).toEqual([]);
  });

  it('are omitted if unnecessary, even if the contract declares them', () => {
    expect(imports({ imports: ['urn:c'] })).toEqual([]);
  });

  it('are added for every kind of reference to a component', () => {
    const b = urn('X', 'urn:b');
    const inB = ['<xs:import namespace="urn:b"/>'];
    const simple = (base: Parameters<typeof restriction>[0]) => anonymous(restriction(base, {}));
    const content = { kind: 'simple', type: simple(named(b)), sensitive: false } as const;
    const ways: readonly Partial<Schema>[] = [
      { types: [record(urn('A'), [element(urn('a'), named(b))])] },
      { types: [record(urn('A'), [{ kind: 'elementReference', name: b, occurs: { min: 1, max: 1 } }])] },
      { types: [record(urn('A'), [{ kind: 'groupReference', name: b, occurs: { min: 1, max: 1 } }])] },
      { types: [record(urn('A'), [], { derivation: { method: 'restriction', base: b } })] },
      { types: [record(urn('A'), [], { content })] },
      { types: [record(urn('A'), [], { attributes: [attribute(urn('a'), simple(named(b)))] })] },
      { types: [record(urn('A'), [], { attributes: [attribute(b, builtIn('int'), { reference: true })] })] },
      { types: [record(urn('A'), [], { attributeGroups: [b] })] },
      { types: [{ kind: 'simple', name: urn('A'), variety: { kind: 'list', item: named(b) } }] },
      {
        types: [
          { kind: 'simple', name: urn('A'), variety: { kind: 'union', members: [builtIn('int'), simple(named(b))] } },
        ],
      },
      { attributes: [{ name: urn('a'), type: named(b) }] },
      { attributeGroups: [{ name: urn('a'), attributes: [], attributeGroups: [b] }] },
    ];
    for (const way of ways) expect(imports(way)).toEqual(inB);
  });

  it('of components without a namespace have no namespace attribute', () => {
    expect(imports({ types: [record(urn('A'), [element(urn('a'), named(urn('X', '')))])] })).toEqual(['<xs:import/>']);
  });

  it('of the attributes of XML include their schema, once', () => {
    const lang = urn('lang', 'http://www.w3.org/XML/1998/namespace');
    const types = [record(urn('A'), [], { attributes: [attribute(lang, builtIn('language'), { reference: true })] })];
    expect(imports({ types })).toEqual(['<xs:import namespace="http://www.w3.org/XML/1998/namespace"/>']);
    const own = schema(lang.namespace, { attributes: [{ name: lang, type: builtIn('token') }] });
    for (const more of [[], [own]]) {
      const wsdl = text(withSchemas(schema('urn:a', { types }), ...more));
      expect(lines(wsdl, '<xs:schema')).toHaveLength(2);
      expect(lines(wsdl, 'name="lang"')).toEqual([
        `<xs:attribute name="lang" type="xs:${more.length === 0 ? 'language' : 'token'}"/>`,
      ]);
      expect(wsdl).toContain('ref="xml:lang"');
      expect(wsdl).not.toContain('xmlns:xml');
    }
  });

  it('are impossible for a namespace without a schema', () => {
    expect(() => imports({ types: [record(urn('A'), [element(urn('a'), named(urn('X', 'urn:z')))])] })).toThrow(
      /no schema of the namespace urn:z/,
    );
  });
});

describe('constructs with another form in XML Schema', () => {
  it('patterns that must all match are in separate restrictions', () => {
    expect(lines(whole, '<xs:pattern').map((line) => line.slice(19, -3))).toEqual(['[A-Z]+', '.{2}', '[^Q]*']);
    expect(whole).toMatch(
      /<xs:restriction>\s*<xs:simpleType>\s*<xs:restriction>\s*<xs:simpleType>\s*<xs:restriction base="xs:string">/,
    );
  });

  it('members of a union remain in order', () => {
    const union = /<xs:union memberTypes="xs:int tns:Colour">[\s\S]*?<\/xs:union>/.exec(whole)?.[0] ?? '';
    expect([...union.matchAll(/restriction base="([^"]*)"/g)].map(([, base]) => base)).toEqual([
      'xs:string',
      'tns:Code',
    ]);
  });

  it('text of an anonymous type gets a free name, and is marked as anonymous', () => {
    const names = lines(whole, 'sw:anonymous').map((line) => /name="([^"]*)"/.exec(line)?.[1]);
    expect(names).toEqual(['Shade.text_', 'Payment.shade.text', 'Contact.shade.text']);
    for (const name of names) expect(whole).toContain(`<xs:extension base="tns:${name}"/>`);
  });

  it('forms are written if they differ from the default', () => {
    expect(lines(whole, ' form="').map((line) => /name="(\w+)".* form="(\w+)"/.exec(line)?.slice(1))).toEqual([
      ['qualified', 'qualified'],
      ['unqualified', 'unqualified'],
      ['proper', 'qualified'],
      ['none', 'unqualified'],
    ]);
  });
});

describe('a WSDL', () => {
  it('declares only messages, port types and bindings of its own namespace', () => {
    const messages = [{ name: urn('M'), parts: [] }];
    expect(() => text({ ...fullContract, messages })).toThrow(/M of the namespace urn:a cannot be declared/);
  });

  it('has the options even without schemas', () => {
    expect(lines(text(withSchemas()), 'sw:definitions')).toEqual([
      '<sw:definitions name="All" deprecated="v" since="w" senderFaultStatus="500" long="string" decimal="number" dateTime="exact" date="Date" duration="exact"/>',
    ]);
  });

  it('begins with the extension elements of the service if they come first', () => {
    const [portType] = fullContract.portTypes;
    const operations = portType?.operations.map((one) => ({ ...one, pattern: 'solicit-response' as const })) ?? [];
    const wsdl = text({ ...fullContract, portTypes: [{ name: urn('P', 'urn:whole'), operations }] });
    expect(wsdl.indexOf('message="tns:FindSoapOut"')).toBeLessThan(wsdl.indexOf('message="tns:FindSoapIn"'));
  });

  it('declares the encoding of encoded messages', () => {
    const [binding] = fullContract.bindings;
    const body = { use: 'encoded', namespace: 'urn:e', headers: [] } as const;
    const operations = binding?.operations.slice(0, 1).map((one) => ({ ...one, input: body })) ?? [];
    const wsdl = binding && text({ ...fullContract, bindings: [{ ...binding, operations }] });
    expect(wsdl).toContain(
      '<soap:body use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" namespace="urn:e"/>',
    );
  });

  it('is divided at the addresses of all its ports', () => {
    const printed = wsdlPieces(fullContract, { source: 'contract.yaml' });
    const pieces = cutAtAddresses(printed).map((part) => part.join(''));
    expect(pieces).toHaveLength(5);
    expect(pieces.join('!').match(/address location="!"/g)).toHaveLength(4);
    for (const host of ['a', 'b', 'c', 'd']) expect(pieces.join('')).not.toContain(`https://${host}.example`);
    const addresses =
      fullContract.services[0]?.ports.map(({ address }) => address.replace('&', '&amp;').replaceAll('"', '&quot;')) ??
      [];
    expect(pieces.map((piece, index) => piece + (addresses[index] ?? '')).join('')).toBe(whole);
  });
});
