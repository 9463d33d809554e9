import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchTransport } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileEntries } from '../corpus/compile.ts';
import { GeneratedFolder, moduleIn } from '../generate-here.ts';
import { contractOfWsdl, wsdlText } from '../support/generator/wsdl-contract.ts';

/** Names that clash with each other, with names of the service, or with words of TypeScript and of generated code. */
const names = 'Quota quota TestClient TestHandlers Map then constructor delete a-b a_b faults headers call'.split(' ');

const schemaOf = (own: string, name: string): string => `
  <xs:complexType name="${name}"><xs:sequence>
      <xs:element name="${name}" type="xs:string"/>
      <xs:element name="x" minOccurs="0"><xs:complexType><xs:choice>
        <xs:element name="${name}" type="xs:int"/><xs:element name="q" type="t:${name}"/></xs:choice></xs:complexType></xs:element>
      <xs:choice minOccurs="0"><xs:element name="r" type="b:${name}"/><xs:element name="s" type="xs:int"/></xs:choice>
      <xs:choice><xs:element name="u" type="xs:int"/><xs:element name="v" type="xs:int"/></xs:choice>
    </xs:sequence><xs:attribute name="${name}" type="xs:string"/></xs:complexType>
  <xs:element name="${name}"><xs:complexType><xs:sequence>
    <xs:element name="m" type="${own}:${name}" minOccurs="0"/><xs:element name="o" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="${name}S" type="xs:int"/>
  <xs:complexType name="${name}SFault"><xs:sequence/></xs:complexType>
  <xs:complexType name="${name}Request"><xs:sequence><xs:element name="i" type="${own}:${name}SFault"/></xs:sequence></xs:complexType>`;

const message = (name: string, ...parts: readonly string[]): string =>
  `<wsdl:message name="${name}">${parts.map((part) => `<wsdl:part ${part}/>`).join('')}</wsdl:message>`;

/** Two operations of one name: the first with headers and faults, the second of simple content. */
const operationOf = (name: string, index: number) => ({
  messages:
    message(`in${index}`, `name="parameters" element="t:${name}"`, `name="h" element="b:${name}"`) +
    message(`out${index}`, `name="parameters" element="b:${name}"`) +
    message(`f${index}`, `name="f" element="t:${name}S"`) +
    message(`g${index}`, `name="f" element="b:${name}S"`),
  operations: `<wsdl:operation name="${name}"><wsdl:input name="one" message="t:in${index}"/><wsdl:output message="t:out${index}"/>
      <wsdl:fault name="f" message="t:f${index}"/><wsdl:fault name="g" message="t:g${index}"/></wsdl:operation>
    <wsdl:operation name="${name}"><wsdl:input name="two" message="t:f${index}"/><wsdl:output message="t:g${index}"/></wsdl:operation>`,
  bound: `<wsdl:operation name="${name}"><soap:operation soapAction="a${index}"/>
      <wsdl:input name="one"><soap:body parts="parameters" use="literal"/><soap:header message="t:in${index}" part="h" use="literal"/></wsdl:input>
      <wsdl:output><soap:body use="literal"/></wsdl:output>
      <wsdl:fault name="f"><soap:fault name="f" use="literal"/></wsdl:fault><wsdl:fault name="g"><soap:fault name="g" use="literal"/></wsdl:fault></wsdl:operation>
    <wsdl:operation name="${name}"><soap:operation soapAction="b${index}"/>
      <wsdl:input name="two"><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`,
});

const operations = names.map(operationOf);
const contract = contractOfWsdl(
  wsdlText({
    schema: `<xs:import namespace="urn:test:billing"/>${names.map((name) => schemaOf('t', name)).join('')}`,
    schemas: `<xs:schema targetNamespace="urn:test:billing" elementFormDefault="qualified"><xs:import namespace="urn:test"/>${names.map((name) => schemaOf('b', name)).join('')}</xs:schema>`,
    messages: operations.map(({ messages }) => messages).join(''),
    operations: operations.map((one) => one.operations).join(''),
    bound: operations.map(({ bound }) => bound).join(''),
  }),
);

let folder: GeneratedFolder;
let generated: { readonly folder: string; readonly wsdl: string };

beforeAll(async () => {
  folder = new GeneratedFolder('names');
  generated = await folder.write(contract);
});

afterAll(() => folder.remove());

describe('code for a WSDL full of equal names', () => {
  it('compiles', async () => {
    writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
    expect(await compileEntries(folder.path, [{ id: '0', bytes: 1 }])).toEqual(new Map());
  });

  it('is the same again for the WSDL that is generated with it', async () => {
    const again = await folder.write(contractOfWsdl(generated.wsdl));
    for (const file of ['types.ts', 'codec.ts', 'client.ts', 'client-operations.ts']) {
      const texts = [generated, again].map((one) => readFileSync(join(one.folder, file), 'utf8'));
      expect(texts[1]).toBe(texts[0]);
    }
    expect(again.wsdl).toBe(generated.wsdl);
  });

  it('calls each overload by its own method', async () => {
    type Methods = Record<string, (request: unknown) => Promise<unknown>>;
    type Server = { createTestServer: (handlers: object, options: object) => SoapServer };
    const { createTestServer } = await moduleIn<Server>(generated.folder, 'server');
    const identifiers = [
      ...readFileSync(join(generated.folder, 'server-operations.ts'), 'utf8').matchAll(/^export const ([\w$]+)/gm),
    ];
    const handlers = identifiers.map(([, name = '']) => [name, (request: unknown) => request] as const);
    const server = createTestServer(Object.fromEntries(handlers), {});
    const { TestClient } = await moduleIn<{ TestClient: new (options: object) => Methods }>(generated.folder, 'client');
    const fetchHere = async (url: string, init: RequestInit) => await server.fetch(new Request(url, init));
    const client = new TestClient({ transport: fetchTransport({ fetch: fetchHere as typeof fetch }) });
    expect(handlers).toHaveLength(2 * names.length);
    expect(await client.Quota_two?.(3)).toBe(3);
    expect(await client.quota_one?.({ o: 4, m: { quota: 'a', $choice2: { case: 'u', value: 1 } } })).toMatchObject({
      o: 4,
    });
  });
});
