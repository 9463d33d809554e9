import { afterEach, describe, expect, it } from 'vitest';
import { httpResponse, rawServer } from '../../../../test/support/runtime/raw-server.ts';
import { AppendChunk, testListening } from '../../../../test/support/runtime/test-service.ts';
import { blobOf } from '../../blob/blob-of.ts';
import { SoapClient } from '../soap-client.ts';
import { type UndiciDispatcher, undiciTransport } from './undici-transport.ts';

/** undici is not a dependency: these tests need it installed. */
async function installed(): Promise<
  (new (origin: string) => UndiciDispatcher & { destroy(): Promise<void> }) | undefined
> {
  const name = process.env.SOAPWRIGHT_UNDICI ?? 'undici';
  try {
    return (await import(/* @vite-ignore */ name)).Pool;
  } catch {
    return undefined;
  }
}

const Pool = await installed();
const created: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of created.splice(0).reverse()) await each.close();
});

const input = (ChunkData: Blob) => ({ APIKey: 'key', ChunkData, Offset: 0n, BytesRead: 1, isLastChunk: true });

function clientOf(address: string): SoapClient {
  if (Pool === undefined) throw new Error('undici is not there.');
  const pool = new Pool(new URL(address).origin);
  created.push({ close: () => pool.destroy() });
  return new SoapClient({ address, transport: undiciTransport(pool) });
}

describe('undiciTransport with any dispatcher', () => {
  it('rejects with the error of the dispatcher', async () => {
    const transport = undiciTransport({
      dispatch() {
        throw new Error('no');
      },
    });
    const client = new SoapClient({ address: 'http://127.0.0.1:9/', transport });
    await expect(client.call(AppendChunk, input(new Blob([])))).rejects.toMatchObject({ code: 'connection' });
  });
});

describe.skipIf(Pool === undefined)('undiciTransport', () => {
  it('C4: carries small and large messages in both directions', async () => {
    const server = await testListening();
    created.push({ close: () => server.close(0) });
    const client = clientOf(server.url);
    for (const size of [0, 10, 65_536, 196_609, 3_000_001]) {
      const bytes = new Uint8Array(size).map((_, index) => index * 7);
      for (const blob of [new Blob([bytes]), blobOf([bytes], { size })]) {
        const { Data } = await client.call(AppendChunk, input(blob));
        expect(Buffer.compare(new Uint8Array(await (Data as Blob).arrayBuffer()), bytes)).toBe(0);
      }
    }
  });

  it('ends with its call, and rejects a response that is too large', async () => {
    const silent = await rawServer(() => undefined);
    created.push(silent);
    const client = clientOf(silent.address);
    const blob = new Blob([new Uint8Array(10_000_000)]);
    await expect(client.call(AppendChunk, input(blob), { timeout: 200 })).rejects.toMatchObject({ code: 'timeout' });
    const abort = new AbortController();
    const call = client.call(AppendChunk, input(new Blob([])), { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
    const large = await rawServer(() => httpResponse('200 OK', 'text/plain', 'x'.repeat(100_000)));
    created.push(large);
    const pool = clientOf(large.address);
    await expect(pool.call(AppendChunk, input(new Blob([])))).rejects.toMatchObject({ code: 'not-soap' });
  });

  it('T7: an error of a Blob during sending reaches the caller', async () => {
    const server = await testListening();
    created.push({ close: () => server.close(0) });
    const pieces = [new Uint8Array(1_000_000), new Uint8Array(1_000_000)];
    const call = clientOf(server.url).call(AppendChunk, input(blobOf(pieces, { size: 3_000_000 })));
    await expect(call).rejects.toMatchObject({ code: 'invalid-request', cause: { code: 'wrong-size' } });
  });
});
