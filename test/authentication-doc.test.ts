import { request } from 'node:https';
import type { SoapServer } from '@soapwright/runtime/server';
import type { Listening } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billingContract, DocExamples } from './support/doc-examples.ts';
import { selfSigned } from './support/runtime/certificate.ts';
import { typeErrors } from './support/type-errors.ts';

let page: DocExamples;
beforeAll(async () => {
  page = await DocExamples.load('docs/how-to/authenticate-callers.md', { billing: billingContract });
});
afterAll(() => page?.folder.remove());

const message = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Find xmlns="urn:billing/"><Number>7</Number></Find></s:Body></s:Envelope>`;
const headers = { 'Content-Type': 'text/xml', SOAPAction: '"urn:billing/Find"' };

async function find(example: string, credentials: Record<string, string> = {}): Promise<string> {
  const server = (await page.exports[example]?.()) as SoapServer;
  const response = await server.fetch(
    new Request('http://localhost/billing', { method: 'POST', headers: { ...headers, ...credentials }, body: message }),
  );
  return /<Name>(.*)<\/Name>/.exec(await response.text())?.[1] ?? String(response.status);
}

const basic = (credentials: string): Record<string, string> => ({ Authorization: `Basic ${btoa(credentials)}` });

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(3);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('callers are found by a password and by a token', async () => {
  expect(await find('byHttp', basic('ada:correct horse'))).toBe('ada');
  expect(await find('byHttp', { Authorization: 'Bearer f00-ba5' })).toBe('grace');
  for (const wrong of [{}, basic('ada:no password'), basic('max:no password')]) {
    expect(await find('byHttp', wrong)).toBe('401');
  }
});

it('callers are found by their certificate', async () => {
  const [tls, caller] = [selfSigned(), selfSigned()];
  const listening = (await page.exports.byCertificate?.(tls as never, caller.cert as never)) as Listening;
  const options = { method: 'POST', headers, ca: tls.cert, servername: 'localhost', ...caller };
  const body = await new Promise<string>((resolve, reject) => {
    request(`https://127.0.0.1:${listening.port}/billing`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .setHeader('Content-Length', message.length)
      .end(message);
  });
  expect(body).toContain('<Name>CN=localhost</Name>');
  await listening.close(0);
});

it('a kind of your own answers those without its header', async () => {
  expect(await find('byOwn', { 'X-Caller': 'proxy' })).toBe('proxy');
  expect(await find('byOwn')).toBe('401');
});
