import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DocExamples } from './support/doc-examples.ts';
import { contractOf } from './support/generator/load-contracts.ts';
import { httpResponse, type RawServer, rawServer } from './support/runtime/raw-server.ts';
import { typeErrors } from './support/type-errors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const contract = contractOf(`
soapwright: 1
service: Billing
namespace: urn:billing/
address: http://localhost/billing
operations: { Find: { request: { Number: string, Iban: { type: string, sensitive: true } }, result: Invoice } }
records: { Invoice: { Name: string } }
`);

let page: DocExamples;
const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><FindResponse xmlns="urn:billing/"><Invoice><Name>Anna</Name></Invoice></FindResponse></soap:Body></soap:Envelope>`;
let server: RawServer;

beforeAll(async () => {
  page = await DocExamples.load('docs/how-to/debug-a-call.md', { billing: contract });
  server = await rawServer(() => httpResponse('200 OK', 'text/xml', envelope, ['Set-Cookie: SESSION=hidden; Path=/']));
});

afterAll(async () => {
  await server.close();
  page?.folder.remove();
});

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(2);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('the log shows a call as the page does, without its secrets', async () => {
  const texts: string[] = [];
  const write = (text: string): unknown => texts.push(text);
  expect(await page.exports.find?.(server.address as never, write as never)).toBe('Anna');
  expect(texts[0]).toMatch(/^→ \d+ POST http:.*\nContent-Type: text\/xml; charset=utf-8\nContent-Length: \d+\n/);
  expect(texts[0]).toContain('<Number>7</Number><Iban>***</Iban>');
  expect(texts[1]).toMatch(/^← \d+ HTTP 200, \d+ ms\n/);
  expect(texts[1]).toContain(`Set-Cookie: SESSION=***; Path=/\nContent-Type: text/xml\n\n${envelope}\n`);
  expect(texts).toHaveLength(2);
});

it('a transport of its own adds a header', async () => {
  expect(await page.exports.marked?.(server.address as never)).toBe('Anna');
  expect(server.requests.at(-1)?.headers).toContainEqual(['X-Debug', '1']);
});

it('the environment variable shows the calls of a built program', async () => {
  const program = `import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
    const client = new RemoteFileServiceClient({ address: process.argv[1], headers: { Authorization: 'Basic c2VjcmV0' } });
    await client.GetClientID({ APIKey: 'hidden', Parameters: { CompanyCode: 'a' } }).catch(() => undefined);
    process.exit();`;
  const env = { ...process.env, SOAPWRIGHT_LOG: 'calls' };
  const args = ['--input-type=module', '-e', program, server.address];
  const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: join(root, 'upload-client'), env });
  expect(stderr).toMatch(/^→ 1 POST http:/);
  expect(stderr).toContain('Authorization: Basic ***\n');
  expect(stderr).toContain('<APIKey>***</APIKey>');
  expect(stderr).toContain('← 1 HTTP 200');
});
