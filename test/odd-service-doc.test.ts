import type { SoapServer } from '@soapwright/runtime/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billingContract, DocExamples } from './support/doc-examples.ts';
import { type RawRequest, type RawServer, rawServer } from './support/runtime/raw-server.ts';
import { typeErrors } from './support/type-errors.ts';

let page: DocExamples;
let server: RawServer;
let answer: (request: RawRequest) => Uint8Array = () => new Uint8Array(0);

beforeAll(async () => {
  page = await DocExamples.load('docs/how-to/call-an-odd-service.md', { billing: billingContract });
  server = await rawServer((request) => answer(request));
});

afterAll(async () => {
  await server.close();
  page?.folder.remove();
});

const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><FindResponse xmlns="urn:billing/"><Invoice><Name>Müller</Name></Invoice></FindResponse></soap:Body></soap:Envelope>`;

function http(head: string, body: string, encoding: 'utf8' | 'latin1' = 'utf8'): Uint8Array {
  const bytes = Buffer.from(body, encoding);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\nContent-Length: ${bytes.length}\r\n\r\n`), bytes]);
}

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(5);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('a response in Latin-1 is read', async () => {
  answer = () => http('200 OK\r\nContent-Type: text/xml; charset=ISO-8859-1', envelope, 'latin1');
  expect(await page.exports.latin1?.(server.address as never)).toBe('Müller');
});

it('an envelope in text/plain is read tolerantly, and reported', async () => {
  answer = () => http('200 OK\r\nContent-Type: text/plain', envelope);
  const seen: string[] = [];
  expect(await page.exports.plainText?.(server.address as never, ((kind: string) => seen.push(kind)) as never)).toBe(
    'Müller',
  );
  expect(seen).toEqual(['content-type']);
});

it.each([
  ['401 No\r\nWWW-Authenticate: Negotiate, Basic realm="a"', '', 'sign in by Negotiate or Basic'],
  ['503 Busy\r\nRetry-After: 3', 'later', 'again in 3000 ms'],
  [
    '200 OK\r\nContent-Type: text/html',
    '<html><title>Sign in</title><input type="password">',
    /^sign-in-page: .*people/,
  ],
])('%s is named', async (head, body, expected) => {
  answer = () => http(head, body);
  const said = await page.exports.whatHappened?.(server.address as never);
  if (typeof expected === 'string') expect(said).toBe(expected);
  else expect(said).toMatch(expected);
});

it('a session by cookie holds', async () => {
  const set = ['session=1; HttpOnly', 'node=2'];
  answer = () =>
    http(`200 OK\r\nContent-Type: text/xml\r\n${set.map((line) => `Set-Cookie: ${line}`).join('\r\n')}`, envelope);
  expect(await page.exports.inOneSession?.(server.address as never)).toEqual(set);
  const cookie = server.requests.at(-1)?.headers.find(([name]) => name.toLowerCase() === 'cookie');
  expect(cookie?.[1]).toBe('session=1; node=2');
});

it('a server takes a request in Latin-1', async () => {
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Find xmlns="urn:billing/"><Number>Zoë</Number></Find></s:Body></s:Envelope>`;
  const billing = (await page.exports.billing?.()) as SoapServer;
  const response = await billing.fetch(
    new Request('http://localhost/billing', {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=iso-8859-1', SOAPAction: '"urn:billing/Find"' },
      body: new Uint8Array(Buffer.from(body, 'latin1')),
    }),
  );
  expect(await response.text()).toContain('<Name>Zoë</Name>');
});
