import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { openService } from '../dynamic/open-service.ts';
import type { ServiceClient } from '../dynamic/service-client.ts';
import { type MockService, mockService } from './mock-service.ts';
import { type RecordedTransportOptions, recordedTransport } from './recorded-transport.ts';

const root = mkdtempSync(join(tmpdir(), 'soapwright-recorded-'));
const contract = join(root, 'shop.yaml');
const folder = join(root, 'exchanges');

let shop: MockService;

beforeAll(async () => {
  writeFileSync(contract, shopContract);
  shop = await mockService(contract);
  shop.on('Find', { Number: '7' }).respond({ Number: '7', Status: 'paid', Total: '12.50', Note: 'geheim-7' });
  shop.on('Find', { Number: '0' }).fault({ reason: 'No such invoice.', name: 'NotFound', detail: { Number: '0' } });
});

afterAll(async () => {
  await shop.close();
  rmSync(root, { recursive: true, force: true });
});

async function clientOf(options: Omit<RecordedTransportOptions, 'folder'>): Promise<ServiceClient> {
  const transport = await recordedTransport(contract, { folder, ...options });
  return openService(contract, { address: 'https://shop.example/somewhere', transport });
}

describe('a recorded transport', () => {
  it('passes calls on to the service, and records them without secrets', async () => {
    const client = await clientOf({ record: shop.url });
    expect(await client.call('Find', { Number: '7', Limit: 3 })).toMatchObject({ Status: 'paid' });
    await expect(client.call('Find', { Number: '0' })).rejects.toThrow('No such invoice.');
    await client.call('Forget', { Number: '7' });
    expect(readdirSync(folder)).toContain('Find.yaml');
    expect(readFileSync(join(folder, 'Find.yaml'), 'utf8')).not.toContain('geheim');
  });

  it('plays them without the service', async () => {
    const before = shop.requests.length;
    const client = await clientOf({});
    expect(await client.call('Find', { Number: '7', Limit: 3 })).toMatchObject({ Number: '7', Total: '12.50' });
    await expect(client.call('Find', { Number: '0' })).rejects.toMatchObject({ value: { Number: '0' } });
    expect(shop.requests.length).toBe(before);
  });

  it('makes nothing up for a request that is not recorded', async () => {
    const client = await clientOf({});
    await expect(client.call('Find', { Number: '8' })).rejects.toMatchObject({
      detailCode: 'NotRecorded',
      reason: expect.stringContaining('No exchange of Find is recorded for the request'),
    });
  });

  it('compares chosen fields of records in the request', async () => {
    const contract = join(root, 'search.yaml');
    const head = 'soapwright: 1\nservice: Search\nnamespace: urn:search/\naddress: http://localhost/search\n';
    const operation =
      'operations: { Search: { request: { Filter: Filter, At: string }, response: { Name: string } } }\n';
    writeFileSync(contract, `${head}${operation}records: { Filter: { Number: string, Page: int } }\n`);
    const exchanges = join(root, 'search');
    mkdirSync(exchanges);
    const when = '{ Filter: { Number: "7", Page: 1 }, At: noon }';
    writeFileSync(join(exchanges, 'Search.yaml'), `- { when: ${when}, respond: { Name: found } }\n`);
    const transport = await recordedTransport(contract, { folder: exchanges, compare: { Search: ['Filter/Number'] } });
    const client = await openService(contract, { transport });
    expect(await client.call('Search', { Filter: { Number: '7', Page: 2 }, At: 'now' })).toEqual({ Name: 'found' });
    const other = client.call('Search', { Filter: { Number: '8', Page: 1 }, At: 'noon' });
    await expect(other).rejects.toThrow('No exchange');
  });

  it('compares the chosen fields only', async () => {
    const client = await clientOf({ compare: { Find: ['Number'] } });
    expect(await client.call('Find', { Number: '7', Limit: 99 })).toMatchObject({ Status: 'paid' });
    await expect((await clientOf({})).call('Find', { Number: '7', Limit: 99 })).rejects.toThrow('No exchange');
  });

  it('rejects a contract and a folder that cannot be read', async () => {
    await expect(recordedTransport(join(root, 'none.wsdl'), { folder })).rejects.toThrow('There is no file');
    await expect(recordedTransport(contract, { folder: join(root, 'none') })).rejects.toThrow('none');
  });
});
