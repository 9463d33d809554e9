import { describe, expect, it } from 'vitest';
import { AppendChunk, testListening } from '../../../test/support/runtime/test-service.ts';
import { addressing } from '../client/addressing.ts';
import { mtom } from '../client/mtom.ts';
import { httpTransport } from '../client/node/http-transport.ts';
import type { ClientOptions } from '../client/options.ts';
import { SoapClient } from '../client/soap-client.ts';
import { addressing as serverAddressing } from '../server/addressing.ts';
import { mtom as serverMtom } from '../server/mtom.ts';
import { SoapFault } from '../soap/fault.ts';
import { isSpooled } from '../spool/spool.ts';

const input = {
  APIKey: 'key',
  ChunkData: new Blob([new Uint8Array(2_000_000)]),
  Offset: 0n,
  BytesRead: 1,
  isLastChunk: true,
};

/** Calls a server that demands addressing. @param authorized is called before a streamed field is stored. */
async function append(options: Partial<ClientOptions>, authorized: () => void = () => undefined): Promise<unknown> {
  const server = await testListening(
    {},
    { addressing: serverAddressing({ required: true }), multipart: serverMtom() },
    {},
    () => {
      authorized();
    },
  );
  const transport = httpTransport();
  try {
    const address = `http://127.0.0.1:${server.port}/v2/fileservice.asmx`;
    const client = new SoapClient({ address, transport, interceptors: [addressing()], ...options });
    const { Data } = await client.call(AppendChunk, input);
    return [(Data as Blob).size, isSpooled(Data as Blob)];
  } finally {
    transport.close();
    await server.close(0);
  }
}

describe('WS-Addressing of large messages', () => {
  it('a streamed field goes through in both directions', async () => {
    let calls = 0;
    expect(await append({}, () => calls++)).toEqual([2_000_000, true]);
    expect(calls).toBe(1);
  });

  it('a request with MTOM is checked and answered with MTOM', async () => {
    expect(await append({ multipart: mtom({ send: 'always' }) })).toEqual([2_000_000, true]);
  });

  it('a refused request stores nothing, and is not authorized', async () => {
    const namespace = 'http://www.w3.org/2005/08/addressing';
    const block = (local: string, content: string): string =>
      `<w:${local} xmlns:w="${namespace}">${content}</w:${local}>`;
    const headerBlocks = [
      block('Action', AppendChunk.soapAction),
      block('MessageID', 'urn:uuid:1'),
      block('ReplyTo', '<w:Address>http://127.0.0.1:1/</w:Address>'),
    ];
    let calls = 0;
    const fault = await append({ headerBlocks }, () => calls++).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SoapFault);
    expect(fault).toMatchObject({ subcode: { namespace, local: 'OnlyAnonymousAddressSupported' } });
    expect(calls).toBe(0);
  });
});
