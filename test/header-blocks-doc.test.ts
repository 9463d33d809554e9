import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ClientError } from '@soapwright/runtime/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DocExamples } from './support/doc-examples.ts';
import { contractWithOverlay, netSuiteLike, salesforceLike } from './support/generator/header-wsdls.ts';
import { type RawServer, rawServer } from './support/runtime/raw-server.ts';
import { typeErrors } from './support/type-errors.ts';

const pagePath = 'docs/how-to/send-header-blocks.md';
const text = readFileSync(fileURLToPath(new URL(`../${pagePath}`, import.meta.url)), 'utf8');
const [netSuite = '', salesforce = ''] = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']) => block);

let page: DocExamples;
let server: RawServer;
let head = '';
let body = '';

beforeAll(async () => {
  page = await DocExamples.load(pagePath, {
    netsuite: contractWithOverlay(netSuiteLike, netSuite),
    salesforce: contractWithOverlay(salesforceLike, salesforce),
  });
  server = await rawServer(() => {
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${head}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
    return `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(envelope)}\r\n\r\n${envelope}`;
  });
});

afterAll(async () => {
  await server.close();
  page?.folder.remove();
});

const sent = (): string => new TextDecoder().decode(server.requests.at(-1)?.body);
const response = (name: string, field: string, value: string): string =>
  `<${name}Response xmlns="urn:messages_2023_1.example"><${field}>${value}</${field}></${name}Response>`;

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(4);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('a token is signed for each call', async () => {
  [head, body] = ['', response('get', 'name', 'Anna')];
  const token = { account: '12_SB1', consumer: { key: 'ck', secret: 'a&b' }, token: { id: 'tk', secret: 'ts' } };
  expect(await page.exports.findName?.(server.address as never, '7' as never, token as never)).toBe('Anna');
  const [, header = ''] = /<soap:Header>(.*)<\/soap:Header>/.exec(sent()) ?? [];
  expect(header).toContain('<m:tokenPassport xmlns:');
  const contentOf = (name: string): string => new RegExp(`<c:${name}[^>]*>([^<]*)<`).exec(header)?.[1] ?? '';
  const signed = ['account', 'consumerKey', 'token', 'nonce', 'timestamp'].map(contentOf);
  expect(signed.slice(0, 3)).toEqual(['12_SB1', 'ck', 'tk']);
  const expected = createHmac('sha256', 'a%26b&ts').update(signed.join('&')).digest('base64');
  expect(contentOf('signature')).toBe(expected);
});

it('a required block that is missing is an error before anything is sent', async () => {
  const { NetSuiteClient } = (await import(`${page.folder.path}/generated/netsuite/client.ts`)) as {
    NetSuiteClient: new (options: object) => { get(request: object): Promise<string> };
  };
  const count = server.requests.length;
  const error = await new NetSuiteClient({ address: server.address })
    .get({ internalId: '7' })
    .catch((thrown: ClientError) => thrown);
  expect(error).toMatchObject({ code: 'invalid-request', message: expect.stringContaining('tokenPassport') });
  expect(server.requests).toHaveLength(count);
});

it('a session is sent with each call but the login', async () => {
  [head, body] = ['', response('login', 'sessionId', 'S1')];
  const client = (await page.exports.signedIn?.(server.address as never, 'anna' as never)) as {
    query(request: object): Promise<string>;
  };
  expect(sent()).not.toContain('SessionHeader');
  body = response('query', 'name', 'Berta');
  expect(await client.query({ queryString: 'q' })).toBe('Berta');
  expect(sent()).toContain(
    '<soap:Header><SessionHeader xmlns="urn:messages_2023_1.example"><sessionId>S1</sessionId></SessionHeader></soap:Header>',
  );
});

it('a mandatory block of a response is understood by option', async () => {
  head = '<l:LimitInfo xmlns:l="urn:limits" s:mustUnderstand="1">7</l:LimitInfo>';
  body = response('login', 'sessionId', 'S1');
  expect(await page.exports.withLimits?.(server.address as never, 'anna' as never)).toBe('S1');
});

it('a token is sent, and a mandatory Security block of the response is understood', async () => {
  const wss = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
  head = `<w:Security xmlns:w="${wss}" s:mustUnderstand="1"/>`;
  body = response('login', 'sessionId', 'S1');
  const token = '<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion"/>';
  expect(await page.exports.withToken?.(server.address as never, 'anna' as never, token as never)).toBe('S1');
  expect(sent()).toContain(`<w:Security xmlns:w="${wss}">${token}</w:Security>`);
});
