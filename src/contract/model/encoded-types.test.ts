import { describe, expect, it } from 'vitest';
import {
  arrayOf,
  type EncodedWsdl,
  encodedUse,
  encodedWsdl,
  typedPart,
} from '../../../test/support/generator/encoded-wsdl.ts';
import { loadFilesInMemory } from '../../../test/support/generator/wsdl-files.ts';
import { printTypes } from '../../emit/types.ts';
import { parseArrayType } from './encoded-types.ts';
import { fieldsOf, type ResolvedService, resolveService } from './index.ts';

function load(parts: EncodedWsdl, expected: readonly string[] = []): ResolvedService {
  const { contract, codes, lines } = loadFilesInMemory({ 'main.wsdl': encodedWsdl(parts) });
  if (contract === undefined) throw new Error(lines.join('\n'));
  expect(codes).toEqual(expected);
  return resolveService(contract);
}

/** The type of a part in TypeScript, and of the records that it needs. */
function typesText(type: string, types = ''): string {
  const service = load({ types, input: typedPart('value', type) });
  return [...printTypes(service, { source: 'test.wsdl', importExtension: 'ts' }).pieces].join('');
}

const book =
  '<xs:complexType name="Book"><xs:sequence><xs:element name="title" type="xs:string"/></xs:sequence></xs:complexType>';

describe('types of encoded messages', () => {
  it.each([
    ['xs:string[]', '(string | null)[]'],
    ['t:Book[]', '(Book | null)[]'],
    ['t:Book[5]', '(Book | null)[]'],
    ['xs:int[][]', 'number[][]'],
    ['xs:int[,]', 'number[][]'],
    ['xs:int[][,,]', 'number[][][][]'],
    ['soapenc:string[]', '(string | null)[]'],
    ['xs:anyType[]', 'EncodedValue[]'],
  ])('an array %s is %s', (arrayType, text) => {
    const types = arrayType.startsWith('t:Book') ? book : '';
    const printed = typesText('t:List', types + arrayOf('List', arrayType));
    expect(printed).toContain(`value?: ${text} | undefined;`);
    expect(printed).not.toContain('List');
  });

  it('an array of an array type', () => {
    const types = arrayOf('Row', 'xs:int[]') + arrayOf('Rows', 't:Row[]');
    expect(typesText('t:Rows', types)).toContain('value?: number[][] | undefined;');
  });

  it('an array without arrayType has the element of its sequence', () => {
    const list = (item: string): string =>
      `<xs:complexType name="List"><xs:complexContent><xs:restriction base="soapenc:Array"><xs:sequence>${item}</xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`;
    const item = '<xs:element name="it" minOccurs="0" maxOccurs="unbounded"';
    expect(typesText('t:List', list(`${item} type="xs:long"/>`))).toContain('value?: bigint[] | undefined;');
    expect(typesText('t:List', list(`${item} type="xs:long" nillable="true"/>`))).toContain(
      'value?: (bigint | null)[] | undefined;',
    );
    const anonymous = `${item}><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`;
    expect(typesText('t:List', list(anonymous))).toContain('value?: (List_it | null)[] | undefined;');
  });

  it('a type that restricts an array type is an array', () => {
    const narrower =
      '<xs:complexType name="Few"><xs:complexContent><xs:restriction base="t:List"/></xs:complexContent></xs:complexType>';
    expect(typesText('t:Few', arrayOf('List', 'xs:int[]') + narrower)).toContain('value?: number[] | undefined;');
  });

  it.each([
    ['soapenc:Array', 'EncodedValue[] | undefined'],
    ['soapenc:string', 'string | null'],
    ['soapenc:int', 'number | null'],
    ['soapenc:base64', 'Uint8Array | null'],
    ['soapenc:Struct', 'EncodedValue | undefined'],
    ['xs:anyType', 'EncodedValue | undefined'],
    ['apache:Map', 'ReadonlyMap<EncodedValue, EncodedValue> | undefined'],
    ['apache:Vector', 'EncodedValue[] | undefined'],
  ])('%s is %s', (type, text) => {
    const printed = typesText(type);
    expect(printed).toContain(`value${text.endsWith('undefined') ? '?' : ''}: ${text};`);
    expect(printed.match(/export (?:interface|type) \w+/g)).toEqual([
      'export interface DoRequest',
      'export type DoResponse',
    ]);
  });

  it('an array that contains itself ends in items of any type', () => {
    const service = load({ types: arrayOf('Tree', 't:Tree[]'), input: typedPart('value', 't:Tree') }, ['SW6360']);
    expect(JSON.stringify(service.arrays)).toContain('{"kind":"anyType"}');
  });

  it('may be left out, or are null, where callers have references', () => {
    const types = `${book}<xs:complexType name="Shelf"><xs:sequence>
      <xs:element name="label" type="xs:string"/><xs:element name="first" type="t:Book"/>
      <xs:element name="note" type="xs:string" nillable="true"/><xs:element name="places" type="xs:int"/>
      <xs:element name="owner" type="soapenc:string"/><xs:element name="marks" type="xs:int" maxOccurs="9"/>
      <xs:choice><xs:element name="one" type="xs:string"/><xs:element name="two" type="t:Book"/></xs:choice>
    </xs:sequence></xs:complexType>`;
    const printed = typesText('t:Shelf', types);
    expect(printed).toContain('value?: Shelf | undefined;');
    for (const line of ['label?: string | undefined;', 'first?: Book | undefined;', 'note: string | null;']) {
      expect(printed).toContain(line);
    }
    for (const line of ['places: number;', 'owner: string | null;', 'marks: number[];'])
      expect(printed).toContain(line);
    expect(printed).toContain("= { case: 'one'; value: string } |");
  });

  it('values have the names of their types for xsi:type', () => {
    const types = `<xs:simpleType name="Color"><xs:restriction base="xs:string"><xs:enumeration value="red"/></xs:restriction></xs:simpleType>`;
    const input = typedPart('a', 't:Color') + typedPart('b', 'xs:int') + typedPart('c', 'soapenc:int');
    const { structure } = load({ types, input }).operations[0]?.input ?? {};
    const names = structure && fieldsOf(structure).map(({ type }) => type.kind === 'simple' && type.schemaType?.local);
    expect(names).toEqual(['Color', 'int', 'int']);
  });
});

describe('encoded operations', () => {
  it('in rpc style have the wrapper of their namespace', () => {
    const [operation] = load({ input: typedPart('a', 'xs:int'), output: typedPart('b', 'xs:int') }).operations;
    expect(operation?.input).toMatchObject({ use: 'encoded', element: { namespace: 'urn:do', local: 'Do' } });
    expect(operation?.output).toMatchObject({ use: 'encoded', element: { namespace: 'urn:do', local: 'DoResponse' } });
    expect(operation?.result?.property).toBe('b');
  });

  it('in document style have the element of their part', () => {
    const [operation] = load({ style: 'document', types: book, input: typedPart('book', 't:Book') }).operations;
    const schemaType = { namespace: 'urn:test', local: 'Book' };
    const element = { namespace: 'urn:do', local: 'book' };
    expect(operation?.input).toMatchObject({ use: 'encoded', element, schemaType, type: { typeName: 'Book' } });
  });

  it('have header blocks and faults of their parts', () => {
    const { headers, faults } = load({
      types: book,
      messages: `<wsdl:message name="Session">${typedPart('id', 'xs:int')}</wsdl:message><wsdl:message name="Lost">${typedPart('fault', 't:Book')}</wsdl:message>`,
      faults: '<wsdl:fault name="Lost" message="t:Lost"/>',
      boundInput: `<soap:header message="t:Session" part="id" ${encodedUse}/>`,
      boundFaults: `<wsdl:fault name="Lost"><soap:fault name="Lost" ${encodedUse}/></wsdl:fault>`,
    });
    expect(headers).toMatchObject([
      { identifier: 'id', use: 'encoded', element: { name: { namespace: 'urn:do', local: 'id' } } },
    ]);
    expect(faults).toMatchObject([
      { identifier: 'Lost', use: 'encoded', element: { name: { namespace: 'urn:do', local: 'fault' } } },
    ]);
  });
});

describe('wsdl:arrayType', () => {
  it.each([
    ['{urn:a}T[]', 'urn:a', [1]],
    ['{urn:a}T[,]', 'urn:a', [2]],
    ['{urn:a}T[][]', 'urn:a', [1, 1]],
    ['{}T[][,]', '', [1, 2]],
  ] as const)('%s is read', (text, namespace, ranks) => {
    expect(parseArrayType(text)).toEqual({ item: { namespace, local: 'T' }, ranks });
  });

  it.each(['T[]', '{urn:a}T', '{urn:a}T[', '{urn:a}[]', '{urn:a}T[x]'])('%s is nothing', (text) => {
    expect(parseArrayType(text)).toBeUndefined();
  });
});
