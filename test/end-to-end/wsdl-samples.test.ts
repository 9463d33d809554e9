import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emit } from '../../src/emit/index.ts';
import { catalogued } from '../../src/wsdl/catalogue/catalogue.ts';
import { checkSamples } from '../corpus/samples/check-samples.ts';
import { OriginalSchemas } from '../corpus/samples/original-schemas.ts';
import { hasXmllint } from '../interop/schemas.ts';
import { bareOperation, contractOfWsdl, type WsdlParts, wsdlText } from '../support/generator/wsdl-contract.ts';

/** An operation in rpc style with one part in a namespace. */
function rpcOperation(namespace: string, part: string): Partial<WsdlParts> {
  const body = `<soap:body use="literal" namespace="${namespace}"/>`;
  return {
    style: 'rpc',
    messages: `<wsdl:message name="Do"><wsdl:part name="x" ${part}/></wsdl:message>`,
    operations: '<wsdl:operation name="Do"><wsdl:input message="t:Do"/><wsdl:output message="t:Do"/></wsdl:operation>',
    bound: `<wsdl:operation name="Do"><soap:operation soapAction=""/><wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>`,
  };
}

const withHeader = bareOperation('Do', 't:Do');
const headerPart: Partial<WsdlParts> = {
  ...withHeader,
  messages: `${withHeader.messages}<wsdl:message name="H"><wsdl:part name="ticket" type="xs:string"/></wsdl:message>`,
  bound: withHeader.bound.replace(
    '<wsdl:input>',
    '<wsdl:input><soap:header message="t:H" part="ticket" use="literal"/>',
  ),
};

function element(content: string, more = ''): Partial<WsdlParts> {
  const schema = `<xs:element name="Do"><xs:complexType>${content}</xs:complexType></xs:element>${more}`;
  return { schema, ...bareOperation('Do', 't:Do') };
}

/** With an element that a strict wildcard admits. */
function withEmptyOutput(content: string): Partial<WsdlParts> {
  const parts = element(content, '<xs:element name="Empty"><xs:complexType/></xs:element>');
  const message = '<wsdl:message name="Empty"><wsdl:part name="body" element="t:Empty"/></wsdl:message>';
  return {
    ...parts,
    messages: `${parts.messages}${message}`,
    operations: parts.operations?.replace('output message="t:Do"', 'output message="t:Empty"') ?? '',
  };
}

const deep = Array.from(
  { length: 20 },
  (_, depth) =>
    `<xs:complexType name="L${depth}"><xs:sequence><xs:element name="e" type="${depth === 19 ? 'xs:int' : `t:L${depth + 1}`}"/></xs:sequence></xs:complexType>`,
).join('');

const cases: readonly (readonly [what: string, parts: Partial<WsdlParts>])[] = [
  ['rpc wrappers in a namespace without a schema', rpcOperation('urn:wrappers', 'type="xs:int"')],
  ['header blocks of parts with types', headerPart],
  ['attributes of the XML namespace', element('<xs:attribute ref="xml:lang" use="required"/>')],
  [
    'required records twenty levels deep',
    element('<xs:sequence><xs:element name="a" type="t:L0"/></xs:sequence>', deep),
  ],
  [
    'optional elements of abstract types without derived ones',
    element(
      '<xs:sequence><xs:element name="a" type="t:A" minOccurs="0"/></xs:sequence>',
      '<xs:complexType name="A" abstract="true"/>',
    ),
  ],
  [
    'required records that have only abstract types in other optional ones',
    element(
      '<xs:sequence><xs:element name="a" type="t:A" minOccurs="0"/><xs:element name="n" type="xs:int" minOccurs="0"/></xs:sequence>',
      '<xs:complexType name="A"><xs:sequence><xs:element name="b" type="t:B"/></xs:sequence></xs:complexType><xs:complexType name="B" abstract="true"/>',
    ),
  ],
  [
    'abstract types among the derived ones',
    element(
      '<xs:sequence><xs:element name="a" type="t:A" maxOccurs="5"/></xs:sequence>',
      `<xs:complexType name="A" abstract="true"/>${['B', 'C', 'D']
        .map(
          (name) =>
            `<xs:complexType name="${name}" abstract="${name === 'B'}"><xs:complexContent><xs:extension base="t:A"/></xs:complexContent></xs:complexType>`,
        )
        .join('')}`,
    ),
  ],
  ['required strict wildcards', withEmptyOutput('<xs:sequence><xs:any/></xs:sequence>')],
  [
    'recursion that a later case of a choice ends',
    element(
      '<xs:sequence><xs:element name="a" type="t:A"/></xs:sequence>',
      '<xs:complexType name="A"><xs:choice><xs:element name="not" type="t:N"/><xs:element name="and" type="t:N" minOccurs="2" maxOccurs="2"/><xs:element name="is" type="xs:int"/></xs:choice></xs:complexType><xs:complexType name="N"><xs:sequence><xs:element name="of" type="t:A"/></xs:sequence></xs:complexType>',
    ),
  ],
  [
    'nil values and records',
    element(
      '<xs:sequence><xs:element name="a" type="xs:int" nillable="true"/><xs:element name="b" type="t:B" nillable="true" maxOccurs="2"/></xs:sequence>',
      '<xs:complexType name="B"><xs:sequence><xs:element name="c" type="xs:date"/></xs:sequence><xs:attribute name="d" type="xs:int"/></xs:complexType>',
    ),
  ],
  ['attributes of other namespaces', element('<xs:anyAttribute namespace="##other" processContents="lax"/>')],
  ['any attributes', element('<xs:sequence/><xs:anyAttribute processContents="skip"/>')],
  ['optional strict wildcards', element('<xs:sequence><xs:any minOccurs="0" namespace="##other"/></xs:sequence>')],
  [
    'lax wildcards for elements and for those of other namespaces',
    element('<xs:sequence><xs:any processContents="lax" namespace="##other" maxOccurs="2"/></xs:sequence>'),
  ],
];

describe.skipIf(!hasXmllint)('samples of messages are valid, and the same after they were read and written', () => {
  let folder: string;
  let count = 0;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-wsdl-samples-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(cases)('P3: %s', async (_, parts) => {
    const text = wsdlText({
      schema: '<xs:element name="Do" type="xs:int"/>',
      ...bareOperation('Do', 't:Do'),
      ...parts,
    });
    const contract = contractOfWsdl(text);
    const emitted = await emit(contract, { source: 'test.wsdl', importExtension: 'ts' });
    const file = { location: 'test.wsdl', name: 'test.wsdl', bytes: new TextEncoder().encode(text) };
    const own = join(folder, String(count++));
    const schemas = new OriginalSchemas(own, file, { wellKnown: catalogued });
    const files = new Map(emitted.map((one) => [one.path, one.text]));
    const { failures, schemaError } = await checkSamples({ folder: own, schemas, contract, files });
    expect([schemaError, failures]).toEqual([undefined, []]);
  });
});
