import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ClientOptions } from '@soapwright/runtime/client';
import { memoryTransport, SoapFault } from '@soapwright/runtime/client';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadWsdl } from '../src/contract/wsdl/index.ts';
import { wsdlText } from '../src/emit/wsdl.ts';
import { mockService } from '../src/messages/mock/mock-service.ts';
import { DocExamples } from './support/doc-examples.ts';
import { type Client, clientIn, type ServerModule, serverIn } from './support/generator/generated-modules.ts';
import { contractOf } from './support/generator/load-contracts.ts';
import { typeErrors } from './support/type-errors.ts';

const pagePath = 'docs/how-to/use-ws-addressing.md';
const text = readFileSync(fileURLToPath(new URL(`../${pagePath}`, import.meta.url)), 'utf8');
const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(text) ?? [];
const plain = contractOf(`
soapwright: 1
service: Plain
namespace: http://plain.example/
address: http://localhost/plain
operations: { Ask: { request: { Text: string }, result: { type: string, as: Text } } }
`);

let page: DocExamples;
let stock: ServerModule;
let listening: Listening;
const seen: { action: string; blocks: readonly string[] }[] = [];

beforeAll(async () => {
  page = await DocExamples.load(pagePath, { stock: contractOf(yaml), plain });
  stock = await serverIn(`${page.folder.path}/generated/stock`);
  const service = stock.create({
    async Find(request, context) {
      seen.push({
        action: context.httpHeader('soapaction') ?? '',
        blocks: context.headerBlocks.map(({ local }) => local),
      });
      const { Item } = request as { Item: string };
      if (Item !== 'pen') throw stock.faults.Unknown?.create({ Item }, { reason: 'no', code: 'Sender' });
      return { Count: 7 };
    },
    Note: async () => undefined,
  });
  listening = await listen(service);
});

afterAll(async () => {
  await listening?.close(0);
  page?.folder.remove();
});

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(3);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('a client of a contract that demands it sends the blocks', async () => {
  expect(await page.exports.countOf?.(listening.url as never, 'pen' as never)).toBe(7);
  expect(seen.at(-1)).toEqual({
    action: '"http://stock.example/Find"',
    blocks: ['To', 'Action', 'MessageID', 'ReplyTo'],
  });
});

it('responses and faults have the actions of the contract', async () => {
  const client = (await clientIn(`${page.folder.path}/generated/stock`)).create({ address: listening.url });
  const actions: string[] = [];
  const note = (blocks: readonly { readonly local: string; readonly xml: string }[]): void => {
    actions.push(/>([^<]*)</.exec(blocks.find(({ local }) => local === 'Action')?.xml ?? '')?.[1] ?? '');
  };
  const onResponse = (response: { readonly headerBlocks: Parameters<typeof note>[0] }): void =>
    note(response.headerBlocks);
  await client.Find?.({ Item: 'pen' }, { onResponse });
  const fault = await client.Find?.({ Item: 'cup' }).catch((error: unknown) => error);
  if (!(fault instanceof SoapFault)) throw new Error('no fault');
  note(fault.headerBlocks);
  expect(actions).toEqual([
    'http://stock.example/StockSoap/FindResponse',
    'http://stock.example/StockSoap/Find/Fault/Unknown',
  ]);
});

it('a server of such a contract refuses a request without the blocks', async () => {
  const { PlainClient } = (await import(pathToFileURL(`${page.folder.path}/generated/plain/client.ts`).href)) as {
    PlainClient: new (options: ClientOptions) => Client;
  };
  const create = page.exports.plainServer as unknown as () => { fetch(request: Request): Promise<Response> };
  const transport = memoryTransport(create());
  const without = new PlainClient({ transport });
  await expect(without.Ask?.({ Text: 'a' })).rejects.toMatchObject({ detailCode: 'MessageAddressingHeaderRequired' });
});

it('an option of client and server turns it on', async () => {
  const server = await listen((page.exports.plainServer as unknown as () => Parameters<typeof listen>[0])());
  try {
    const client = (page.exports.plainClient as unknown as (address: string, to: string) => Client)(
      server.url,
      'urn:to',
    );
    expect(await client.Ask?.({ Text: 'a' })).toBe('a!');
  } finally {
    await server.close(0);
  }
});

it('a mock of the contract answers the blocks', async () => {
  const file = join(page.folder.path, 'stock.yaml');
  writeFileSync(file, yaml);
  const mock = await mockService(file);
  try {
    mock.on('Find').respond({ Count: 7 });
    const actions: string[] = [];
    const onResponse = (response: { readonly headerBlocks: readonly { readonly local: string }[] }): void => {
      actions.push(...response.headerBlocks.map(({ local }) => local));
    };
    const client = (await clientIn(`${page.folder.path}/generated/stock`)).create({ address: mock.url });
    expect(await client.Find?.({ Item: 'pen' }, { onResponse })).toEqual({ Count: 7 });
    expect(actions).toEqual(['To', 'Action', 'MessageID', 'RelatesTo']);
  } finally {
    await mock.close();
  }
});

it('the WSDL of the contract gives the same addressing', () => {
  const contract = contractOf(yaml);
  const bytes = new TextEncoder().encode(wsdlText(contract, { source: 'stock.yaml' }));
  const { contract: read, diagnostics } = loadWsdl({ location: 'a', name: 'a', bytes });
  expect(diagnostics).toEqual([]);
  expect(read?.addressing).toEqual({ version: '1.0', required: true });
  expect(read?.portTypes).toMatchObject(contract.portTypes.map(({ name }) => ({ name })));
});
