import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServicePages } from '@soapwright/runtime/pages';
import type { SoapServer } from '@soapwright/runtime/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GeneratedFolder, moduleIn } from './generate-here.ts';
import { textOfHtml } from './pages/multipart-form.ts';
import { DocExamples } from './support/doc-examples.ts';
import { sealsWsdl } from './support/generator/seals-wsdl.ts';
import { contractOfWsdl } from './support/generator/wsdl-contract.ts';
import { typeErrors } from './support/type-errors.ts';

let page: DocExamples;
const paths: string[] = [];

const server = createServer(async (request: IncomingMessage, response) => {
  let body = '';
  for await (const piece of request) body += String(piece);
  paths.push(request.url ?? '');
  const [name, field, text] = body.includes('<Ask') ? ['Asked', 'Reason', 'late'] : ['Registered', 'Receipt', 'r-7'];
  response.setHeader('Content-Type', 'text/xml');
  response.end(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><${name} xmlns="urn:invoices"><${field}>${text}</${field}></${name}></s:Body></s:Envelope>`,
  );
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wsdl = sealsWsdl().replaceAll(
    /https:\/\/(?:(\w+)\.)?invoices\.example/g,
    (_, host = 'www') => `${local}/${host}`,
  );
  page = await DocExamples.load('docs/how-to/choose-a-port.md', { invoices: contractOfWsdl(wsdl) });
});

afterAll(() => {
  server.close();
  page?.folder.remove();
});

it('the examples compile, and a name that the WSDL does not have is an error', () => {
  expect(page.blocks).toHaveLength(2);
  const program = `import { addresses } from './generated/invoices/client.ts';
    export const literal: \`\${string}/test/register\` = addresses.Test;
    // @ts-expect-error no port has this name
    export const wrong = addresses.Tests;`;
  writeFileSync(join(page.folder.path, 'names.ts'), program);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('each port of each service is called at its address', async () => {
  for (const port of ['Production', 'Production-Seal', 'Test']) {
    expect(await page.exports.register?.(port as never)).toBe('r-7');
  }
  expect(await page.exports.ask?.(false as never)).toBe('late');
  expect(await page.exports.ask?.(true as never)).toBe('late');
  expect(paths).toEqual(['/www/register', '/seal/register', '/test/register', '/www/requirement', '/test/requirement']);
});

it('the pages of a server show the operations of all port types, and calls of their clients', async () => {
  const folder = new GeneratedFolder('port-pages');
  const { folder: path } = await folder.write(contractOfWsdl(sealsWsdl()));
  const { pages } = (await import(pathToFileURL(join(path, 'pages.ts')).href)) as { pages: ServicePages };
  const { createInvoicesServer } = await moduleIn<{
    createInvoicesServer: (handlers: object, options: object) => SoapServer;
  }>(path, 'server');
  const handlers = { Register: () => 'r', Requirement_Register: () => 'late' };
  const served = createInvoicesServer(handlers, { state: undefined, pages });
  const html = async (query: string): Promise<string> =>
    await (await served.fetch(new Request(`https://localhost/register${query}`))).text();
  expect(await html('')).toMatch(/\?op=Register".*\?op=Requirement_Register"/s);
  expect(textOfHtml(await html('?op=Register'))).toMatch(/new InvoicesClient\(.*await client\.Register\(\{ Number/s);
  const ask = textOfHtml(await html('?op=Requirement_Register'));
  expect(ask).toMatch(/import \{ RequirementsClient \}.*new RequirementsClient\(.*await client\.Register\(\{ Number/s);
  expect(ask).toContain('<Ask ');
  folder.remove();
});
