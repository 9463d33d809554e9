import { fetchTransport } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GeneratedFolder, moduleIn } from '../generate-here.ts';
import { contractOfWsdl, wsdlText } from '../support/generator/wsdl-contract.ts';

/** An operation with these parts of its input and output; `headers` are in its soap:header. */
const operation = (name: string, input: string, output: string) => ({
  messages: `<wsdl:message name="${name}In">${input}</wsdl:message><wsdl:message name="${name}Out">${output}</wsdl:message>`,
  operations: `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/></wsdl:operation>`,
  bound: `<wsdl:operation name="${name}"><soap:operation soapAction="urn:test:${name}"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`,
});

const part = '<wsdl:part name="body" element="t:Text"/>';
const operations = [operation('NothingIn', '', part), operation('NothingOut', part, ''), operation('Nothing', '', '')];

const contract = contractOfWsdl(
  wsdlText({
    schema: '<xs:element name="Text" type="xs:string"/>',
    messages: operations.map(({ messages }) => messages).join(''),
    operations: operations.map((one) => one.operations).join(''),
    bound: operations.map(({ bound }) => bound).join(''),
  }),
);

type Call = (request: unknown) => Promise<unknown>;
let folder: GeneratedFolder;
let client: Record<string, Call>;
let server: SoapServer;
const received: unknown[] = [];
const bodies: string[] = [];

beforeAll(async () => {
  folder = new GeneratedFolder('empty-bodies');
  const { folder: path } = await folder.write(contract);
  type Server = { createTestServer: (handlers: object, options: object) => SoapServer };
  const { createTestServer } = await moduleIn<Server>(path, 'server');
  const handler = (output: unknown) => (request: unknown) => {
    received.push(request);
    return output;
  };
  const handlers = { NothingIn: handler('text'), NothingOut: handler({}), Nothing: handler({}) };
  server = createTestServer(handlers, {});
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

describe('a message without parts', () => {
  it.each([
    ['NothingIn', {}, 'text'],
    ['NothingOut', 'text', {}],
    ['Nothing', {}, {}],
  ])('has an empty body: %s', async (name, request, response) => {
    expect(await client[name]?.(request)).toEqual(response);
    expect(received.at(-1)).toEqual(request);
    expect(/<[^/>]*Body><\//.test(bodies.at(-1) ?? '')).toBe(name !== 'NothingOut');
  });

  const post = async (soapAction: string, body: string): Promise<string> => {
    const message = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
    const headers = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${soapAction}"` };
    const response = await server.fetch(
      new Request('http://localhost/test', { method: 'POST', headers, body: message }),
    );
    return await response.text();
  };

  it('D2: belongs to the operation that the SOAPAction names', async () => {
    expect(await post('urn:test:NothingIn', ' <!-- nothing --> ')).toContain('>text</Text>');
    expect(await post('urn:other', '')).toContain('does not match the body');
  });

  it('D6: is not accepted with an element', async () => {
    expect(await post('urn:test:Nothing', '<Other xmlns="urn:test"/>')).toContain('There is no operation');
  });
});
