import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { createGateway } from './gateway.ts';
import { nodeListener } from './node-listener.ts';
import { ServiceClient } from './service-client.ts';

describe('a handler of the Fetch API on node:http', () => {
  let server: Server;
  let address: string;

  beforeAll(async () => {
    const gateway = createGateway(new ServiceClient(contractOf(shopContract)));
    server = createServer(nodeListener(gateway));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });

  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  const headers = { 'Content-Type': 'application/json' };
  const large = `{"Number": "${'x'.repeat(5_000_000)}"}`;

  it('refuses a large body, of known length or not, and the caller gets the response', async () => {
    for (let call = 0; call < 3; call++) {
      const known = await fetch(`${address}Find`, { method: 'POST', headers, body: large });
      expect([known.status, await known.json()]).toMatchObject([
        413,
        { title: 'A request has at most 1048576 bytes.' },
      ]);
      const body = new Blob([large]).stream();
      const streamed = await fetch(`${address}Find`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
      expect([streamed.status, await streamed.json()]).toMatchObject([413, {}]);
    }
  });

  it('reads bodies, and responds to what has none', async () => {
    const refused = await fetch(`${address}Find`, { method: 'POST', headers, body: '{"Numer": "7"}' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('perhaps Number is meant')]);
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${address}openapi.json`)).headers.get('content-type')).toBe('application/json');
    expect((await fetch(`${address}Find`, { method: 'OPTIONS' })).status).toBe(405);
  });
});
