import { afterEach, describe, expect, it } from 'vitest';
import { httpResponse, type RawRequest, rawServer } from '../../../test/support/runtime/raw-server.ts';
import {
  AppendChunk,
  contentTypes,
  envelope,
  GetClientID,
  namespace,
  validResponse,
} from '../../../test/support/runtime/sample-binding.ts';
import { clientOf, right } from '../../../test/support/runtime/test-client.ts';
import type { SoapVersion } from '../soap/version.ts';
import { fetchTransport } from './fetch-transport.ts';
import { httpTransport } from './node/http-transport.ts';
import type { ClientOptions } from './options.ts';
import { SoapClient } from './soap-client.ts';
import type { Transport } from './transport.ts';

const created: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of created.splice(0)) await each.close();
});

function http(): Transport {
  const transport = httpTransport();
  created.push(transport);
  return transport;
}

/** The request of one call of GetClientID as sent. */
async function onTheWire(
  version: SoapVersion,
  transport: Transport,
  input: Parameters<typeof GetClientID.writeInput>[1],
  options: Omit<ClientOptions, 'address'> = {},
): Promise<RawRequest> {
  const server = await rawServer(() => httpResponse('200 OK', contentTypes[version], envelope(version, validResponse)));
  created.push(server);
  const client = new SoapClient({ address: server.address, soap: version, transport, ...options });
  expect(await client.call(GetClientID, input)).toEqual({ ErrorMessage: '', ClientID: 7 });
  expect(server.requests).toHaveLength(1);
  return server.requests[0] as RawRequest;
}

function values(request: RawRequest, name: string): string[] {
  return request.headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

const transports: [string, () => Transport][] = [
  ['httpTransport', http],
  ['fetchTransport', () => fetchTransport()],
];

describe.each(transports)('a request by %s', (_name, make) => {
  it('C1: Content-Type is that of the version, without action', async () => {
    for (const version of ['1.1', '1.2'] as const) {
      const request = await onTheWire(version, make(), {});
      expect(values(request, 'content-type')).toEqual([contentTypes[version]]);
    }
  });

  it('C2: SOAPAction is quoted in SOAP 1.1, and absent in SOAP 1.2', async () => {
    expect(values(await onTheWire('1.1', make(), {}), 'soapaction')).toEqual([`"${namespace}GetClientID"`]);
    expect(values(await onTheWire('1.2', make(), {}), 'soapaction')).toEqual([]);
  });

  it('C3: prefix soap or soap12, default namespace on the operation, fields in schema order', async () => {
    const input = { CompanyCode: 'Ä&<>"\'😀', APIKey: 'k\r\n' };
    const operation =
      `<GetClientID xmlns="${namespace}"><APIKey>k&#xD;\n</APIKey>` +
      `<CompanyCode>Ä&amp;&lt;&gt;"'😀</CompanyCode></GetClientID>`;
    for (const version of ['1.1', '1.2'] as const) {
      const request = await onTheWire(version, make(), input);
      expect(Buffer.from(request.body).toString()).toBe(envelope(version, operation));
    }
  });

  it('C4: Content-Length is always present and correct', async () => {
    for (const version of ['1.1', '1.2'] as const) {
      const request = await onTheWire(version, make(), { CompanyCode: '😀'.repeat(50_000) });
      expect(values(request, 'content-length')).toEqual([String(request.body.byteLength)]);
      expect(request.body.byteLength).toBeGreaterThan(200_000);
      expect(values(request, 'transfer-encoding')).toEqual([]);
    }
  });

  it('C4: Content-Length is present for a streamed field too', async () => {
    const response = `<AppendChunkResponse xmlns="${namespace}"><Offset>9223372036854775807</Offset></AppendChunkResponse>`;
    const server = await rawServer(() => httpResponse('200 OK', contentTypes['1.1'], envelope('1.1', response)));
    created.push(server);
    const client = new SoapClient({ address: server.address, transport: make() });
    const ChunkData = new Blob([new Uint8Array(100_001).fill(1)]);
    const output = await client.call(AppendChunk, { ChunkData, Offset: 9007199254740993n });
    expect(output).toBe(9223372036854775807n);
    const request = server.requests[0] as RawRequest;
    expect(values(request, 'content-length')).toEqual([String(request.body.byteLength)]);
    const text = Buffer.from(request.body).toString();
    expect(text).toContain(`<ChunkData>${Buffer.alloc(100_001, 1).toString('base64')}</ChunkData>`);
    expect(text).toContain('<Offset>9007199254740993</Offset>');
  });
});

describe('a request', () => {
  it('C1: the option actionParameter sends the action in SOAP 1.2 only', async () => {
    const with12 = await onTheWire('1.2', http(), {}, { actionParameter: true });
    expect(values(with12, 'content-type')).toEqual([`${contentTypes['1.2']}; action="${namespace}GetClientID"`]);
    const with11 = await onTheWire('1.1', http(), {}, { actionParameter: true });
    expect(values(with11, 'content-type')).toEqual([contentTypes['1.1']]);
  });

  it('is SOAP 1.1 by default', async () => {
    const seen: readonly string[][] = [];
    await clientOf((request) => {
      (seen as string[][]).push([...request.headers]);
      return right(request);
    }).call(GetClientID, {});
    expect(seen[0]?.slice(0, 2)).toEqual(['Content-Type', contentTypes['1.1']]);
  });

  it('carries the headers of the client, of the call, and the credentials of the address', async () => {
    const server = await rawServer(() => httpResponse('200 OK', contentTypes['1.1'], envelope('1.1', validResponse)));
    created.push(server);
    const client = new SoapClient({
      address: server.address.replace('http://', 'http://anna:se%20cret@'),
      headers: { 'X-Client': 'a', 'X-Both': 'b' },
      transport: http(),
    });
    await client.call(GetClientID, {}, { headers: [['x-both', 'c']] });
    const request = server.requests[0] as RawRequest;
    expect(values(request, 'x-client')).toEqual(['a']);
    expect(values(request, 'x-both')).toEqual(['c']);
    expect(values(request, 'authorization')).toEqual([`Basic ${btoa('anna:se cret')}`]);
    expect(values(request, 'host')).toEqual([new URL(server.address).host]);
  });

  it('carries header blocks of the client, then of the call', async () => {
    const bodies: string[] = [];
    const client = clientOf(
      (request) => {
        bodies.push(Buffer.from(request.body).toString());
        return right(request);
      },
      { headerBlocks: ['<a:A xmlns:a="urn:a">&#x20;</a:A>'], soap: '1.2' },
    );
    await client.call(GetClientID, { CompanyCode: 'x' }, { headerBlocks: ['<B xmlns="urn:b"/>'] });
    const sent = bodies[0] ?? '';
    expect(sent).toBe(
      envelope(
        '1.2',
        `<GetClientID xmlns="${namespace}"><CompanyCode>x</CompanyCode></GetClientID>`,
        '<soap12:Header><a:A xmlns:a="urn:a">&#x20;</a:A><B xmlns="urn:b"/></soap12:Header>',
      ),
    );
  });

  it('rejects a header block that is not one complete element in a namespace, and sends nothing', async () => {
    let sent = 0;
    const client = clientOf((request) => {
      sent++;
      return right(request);
    });
    for (const block of [
      '',
      'text',
      '<a>',
      '<a/>',
      '<a xmlns="urn:a"/><b xmlns="urn:b"/>',
      '</soap:Header><soap:Body/>',
      '<p:a/>',
      '<?xml version="1.0"?><a xmlns="urn:a"/>',
      '<!DOCTYPE a><a xmlns="urn:a"/>',
    ]) {
      await expect(client.call(GetClientID, {}, { headerBlocks: [block] }), block).rejects.toMatchObject({
        name: 'ClientError',
        code: 'invalid-request',
      });
    }
    expect(sent).toBe(0);
  });

  it('W2: a character that XML cannot carry is rejected before a byte is sent, with the name of its field and without its value', async () => {
    let sent = 0;
    const client = clientOf((request) => {
      sent++;
      return right(request);
    });
    const error = await client.call(GetClientID, { CompanyCode: 'hidden\u0001' }).catch((each: unknown) => each);
    expect(error).toMatchObject({ name: 'ClientError', code: 'invalid-request', operation: 'GetClientID' });
    expect((error as Error).message).toContain('CompanyCode');
    expect((error as Error).message).not.toContain('hidden');
    expect(sent).toBe(0);
  });

  it('is rejected when its input has no field of the contract', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: a caller without TypeScript may pass this.
    const nothing: any = undefined;
    const client = clientOf(right);
    await expect(client.call(GetClientID, nothing)).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(client.call(AppendChunk, {} as typeof nothing)).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('Offset'),
    });
  });

  it('is rejected when a streamed field cannot be read', async () => {
    class Broken extends Blob {
      override arrayBuffer(): Promise<ArrayBuffer> {
        return Promise.reject(new Error('gone'));
      }
      override stream(): ReturnType<Blob['stream']> {
        throw new Error('gone');
      }
      override slice(): Blob {
        return this;
      }
    }
    const call = clientOf(right).call(AppendChunk, { ChunkData: new Broken(['abc']), Offset: 0n });
    await expect(call).rejects.toMatchObject({ code: 'invalid-request', cause: { message: 'gone' } });
  });
});
