import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { memoryTransport } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emit } from '../src/emit/index.ts';
import { ServiceClient } from '../src/messages/index.ts';
import { root } from './cli/cli.ts';
import { GeneratedFolder } from './generate-here.ts';
import { shownContract } from './support/doc-examples.ts';
import { typeErrors } from './support/type-errors.ts';

const page = 'docs/how-to/serve-json-handlers.md';
const text = readFileSync(join(root, page), 'utf8');

interface Facade {
  createFacade(api: string): SoapServer;
}

describe(page, () => {
  const folder = new GeneratedFolder('json-handlers');
  const contract = shownContract(page, 'Orders');
  let api: Server;
  let client: ServiceClient;

  const write = (name: string, content: string): void => {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), content);
  };

  beforeAll(async () => {
    for (const file of await emit(contract, { source: 'contract.yaml', importExtension: 'ts' })) {
      write(`generated/orders/${file.path}`, file.text);
    }
    for (const [, name = '', block = ''] of text.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)) write(name, block);
    api = createHttpServer((request, response) => {
      const [, number] = /^\/orders\/(.*)$/.exec(request.url ?? '') ?? [];
      if (number === '500') response.writeHead(500).end();
      else if (number !== '9007199254740993') response.writeHead(404).end();
      else {
        const lines = [{ text: 'Tea', count: 2 }];
        response.end(JSON.stringify({ number, placed: '2026-01-02T03:04:05Z', total: 12.5, lines }));
      }
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const { createFacade } = (await import(pathToFileURL(join(folder.path, 'facade.ts')).href)) as Facade;
    const server = createFacade(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
    client = new ServiceClient(contract, { transport: memoryTransport(server) });
  });

  afterAll(() => {
    api.close();
    folder.remove();
  });

  it('serves functions of JSON and a REST API by SOAP', async () => {
    expect(await client.call('FindOrder', { Number: '9007199254740993' })).toEqual({
      Number: '9007199254740993',
      Placed: '2026-01-02T03:04:05Z',
      Total: '12.50',
      Lines: [{ Text: 'Tea', Count: 2 }],
    });
    const missing = client.call('FindOrder', { Number: '1' });
    await expect(missing).rejects.toMatchObject({ code: 'Sender', value: { Number: '1' }, reason: 'No such order.' });
    await expect(client.call('FindOrder', { Number: '500' })).rejects.toMatchObject({ detailCode: 'Unavailable' });
  });

  it('compiles', () => {
    expect(typeErrors(folder.path, { allowImportingTsExtensions: true })).toBe('');
  });
});
