import { type ClientOptions, fetchTransport, isSpooled, memoryTransport } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import { listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GeneratedFolder, moduleIn } from '../generate-here.ts';
import { contractOf } from '../support/generator/load-contracts.ts';

/** A message whose only element is streamed: it has no wrapper. */
const contract = contractOf(`
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations:
  Upper:
    style: bare
    request: { type: base64Binary, stream: true }
    result: { type: base64Binary, stream: true }
`);

interface Client {
  Upper(request: Blob): Promise<Blob>;
}
interface ServerModule {
  createSServer(handlers: { Upper(request: Blob): Promise<Blob> }, options: object): SoapServer;
}

const folder = new GeneratedFolder('bare-streams');
let client: (options: ClientOptions) => Client;
let server: SoapServer;
const spooled: boolean[] = [];

beforeAll(async () => {
  const { folder: path } = await folder.write(contract);
  const { SClient } = await moduleIn<{ SClient: new (options: ClientOptions) => Client }>(path, 'client');
  const { createSServer } = await moduleIn<ServerModule>(path, 'server');
  client = (options) => new SClient(options);
  const Upper = async (request: Blob): Promise<Blob> => {
    spooled.push(isSpooled(request));
    return new Blob([(await request.text()).toUpperCase()]);
  };
  server = createSServer({ Upper }, {});
});
afterAll(() => folder.remove());

describe('a bare message that is streamed', () => {
  it('accepts and returns the Blob of its type', async () => {
    const response = await client({ transport: memoryTransport(server) }).Upper(new Blob(['small']));
    expect(await response.text()).toBe('SMALL');
  });

  it('rejects values that are not Blobs', async () => {
    const bytes = Uint8Array.of(1) as unknown as Blob;
    const called = client({ transport: memoryTransport(server) }).Upper(bytes);
    await expect(called).rejects.toThrow('it must be a Blob');
  });

  it('is streamed to a spool if it is large', async () => {
    const listener = await listen(server, { port: 0 });
    try {
      const text = 'abcdefgh'.repeat(100_000);
      const address = `http://localhost:${listener.port}/s`;
      spooled.length = 0;
      const response = await client({ address, transport: fetchTransport() }).Upper(new Blob([text]));
      expect(await response.text()).toBe(text.toUpperCase());
      expect(spooled).toEqual([true]);
    } finally {
      await listener.close();
    }
  });
});
