import { anyElement } from '@soapwright/runtime';
import { fetchTransport } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GeneratedFolder, moduleIn } from '../generate-here.ts';
import { bareOperation, contractOfWsdl, wsdlText } from '../support/generator/wsdl-contract.ts';

const operations = ['Record', 'Headed', 'Number', 'Anything'].map((name) => bareOperation(`Echo${name}`, `t:${name}`));

const contract = contractOfWsdl(
  wsdlText({
    schema: `
      <xs:complexType name="Point"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>
      <xs:complexType name="Unit"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence><xs:attribute name="unit" type="xs:string"/></xs:complexType>
      <xs:element name="Record" type="t:Point" nillable="true"/>
      <xs:element name="Headed" type="t:Unit" nillable="true"/>
      <xs:element name="Number" type="xs:int" nillable="true"/>
      <xs:element name="Anything" nillable="true"/>`,
    messages: operations.map(({ messages }) => messages).join(''),
    operations: operations.map((one) => one.operations).join(''),
    bound: operations.map(({ bound }) => bound).join(''),
  }),
);

type Call = (request: unknown) => Promise<unknown>;
let folder: GeneratedFolder;
let client: Record<string, Call>;
const bodies: string[] = [];

beforeAll(async () => {
  folder = new GeneratedFolder('root-values');
  const { folder: path } = await folder.write(contract);
  type Server = { createTestServer: (handlers: object, options: object) => SoapServer };
  const { createTestServer } = await moduleIn<Server>(path, 'server');
  const echo = (request: unknown): unknown => request;
  const handlers = { EchoRecord: echo, EchoHeaded: echo, EchoNumber: echo, EchoAnything: echo };
  const server = createTestServer(handlers, {});
  type Client = { TestClient: new (options: object) => Record<string, Call> };
  const { TestClient } = await moduleIn<Client>(path, 'client');
  const fetchHere = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    bodies.push(await request.clone().text());
    return await server.fetch(request);
  };
  client = new TestClient({ transport: fetchTransport({ fetch: fetchHere as typeof fetch }) });
});

afterAll(() => folder.remove());

const call = async (name: string, request: unknown): Promise<unknown> => await client[name]?.(request);

describe('the element in a body', () => {
  it.each([
    ['EchoRecord', { x: 1 }],
    ['EchoHeaded', { unit: 'm', x: 1 }],
    ['EchoNumber', 7],
  ])('is null or a value if it is nillable: %s', async (name, value) => {
    expect(await call(name, null)).toBeNull();
    expect(bodies.at(-1)).toMatch(/ xsi:nil="true"\/>/);
    expect(await call(name, value)).toEqual(value);
    expect(bodies.at(-1)).not.toContain('nil');
  });

  it.each([
    '<Anything xmlns="urn:test" a="1"><b xmlns="">text</b></Anything>',
    '<p:Anything xmlns:p="urn:test"><p:c/></p:Anything>',
    '<Anything xmlns="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>',
  ])('is an element of the caller if it is of any type: %s', async (xml) => {
    expect(await call('EchoAnything', anyElement(xml))).toEqual(anyElement(xml));
    expect(bodies.at(-1)).toContain(`Body>${xml}<`);
  });

  it('must have the name that the contract gives it', async () => {
    await expect(call('EchoAnything', anyElement('<Other xmlns="urn:test"/>'))).rejects.toThrow(/another name/);
  });
});
