import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { httpResponse, type RawServer, rawServer, until } from '../../../test/support/runtime/raw-server.ts';
import { AppendChunk, GetClientID, testListening } from '../../../test/support/runtime/test-service.ts';
import { fetchTransport } from './fetch-transport.ts';
import { type HttpTransportOptions, httpTransport } from './node/http-transport.ts';
import type { ClientOptions } from './options.ts';
import { SoapClient } from './soap-client.ts';
import type { BufferedRequest, Transport, TransportRequest } from './transport.ts';

const created: { close(): unknown }[] = [];
/** What would have ended the process. */
const uncaught: unknown[] = [];
const note = (error: unknown): unknown => uncaught.push(error);
beforeAll(() => void process.on('uncaughtException', note).on('unhandledRejection', note));
afterAll(() => void process.off('uncaughtException', note).off('unhandledRejection', note));
afterEach(async () => {
  for (const each of created.splice(0).reverse()) await each.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(uncaught).toEqual([]);
});

function overHttp(options?: HttpTransportOptions): Transport {
  const transport = httpTransport(options);
  created.push(transport);
  return transport;
}

async function serviceAddress(): Promise<string> {
  const server = await testListening({});
  created.push({ close: () => server.close(0) });
  return server.url;
}

async function raw(...args: Parameters<typeof rawServer>): Promise<RawServer> {
  const server = await rawServer(...args);
  created.push(server);
  return server;
}

const call = (transport: Transport, address: string, options: Partial<ClientOptions> = {}): Promise<unknown> =>
  new SoapClient({ address, transport, timeout: 5_000, ...options }).call(GetClientID, {});

/** Passes every request on as a copy. */
const spreading = (inner: Transport, more: Partial<TransportRequest> = {}): Transport => ({
  send: (request) => inner.send({ ...request, ...more } as BufferedRequest),
});

describe('a transport around another one', () => {
  it.each([
    ['httpTransport', overHttp],
    ['fetchTransport', fetchTransport],
  ])('may spread requests to %s', async (_name, make) => {
    const server = await raw(() => httpResponse('200 OK', 'text/xml; charset=utf-8', '<a/>'));
    await expect(call(spreading(make()), server.address)).rejects.toMatchObject({ httpStatus: 200 });
    const silent = await raw(() => undefined);
    await expect(call(spreading(make()), silent.address, { timeout: 200 })).rejects.toMatchObject({ code: 'timeout' });
    // The signal has reached the transport, which has closed its connection.
    await until(() => silent.open.size === 0);
  });

  it('receives plain data, whose signal it may replace', async () => {
    const seen: TransportRequest[] = [];
    const silent = await raw(() => undefined);
    const own = new AbortController();
    const inner = overHttp();
    const transport: Transport = {
      send(request) {
        seen.push(request);
        return inner.send({ ...request, signal: AbortSignal.any([request.signal, own.signal]) });
      },
    };
    const failed = expect(call(transport, silent.address)).rejects.toMatchObject({ code: 'connection' });
    await until(() => silent.requests.length === 1);
    own.abort(new Error('enough'));
    await failed;
    expect(Object.getPrototypeOf(seen[0])).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(seen[0], 'signal')?.value).toBeInstanceOf(AbortSignal);
  });

  it('may send a request twice, or one without its signal', async () => {
    const address = await serviceAddress();
    const inner = overHttp();
    const twice: Transport = {
      async send(request) {
        await inner.send(request);
        const { signal: _signal, ...rest } = request;
        return inner.send(rest as BufferedRequest);
      },
    };
    await expect(call(twice, address)).resolves.toBeDefined();
  });
});

describe('a call fails, and the process goes on', () => {
  const failing: [string, Transport['send']][] = [
    [
      'throws',
      () => {
        throw new Error('now');
      },
    ],
    ['rejects', () => Promise.reject(new Error('later'))],
    ['rejects with nothing', () => Promise.reject()],
    ['returns nothing', () => undefined as never],
    ['resolves with nothing', async () => undefined as never],
    ['resolves with something else', async () => ({ status: 200, headers: {}, body: 'text' }) as never],
  ];
  it.each(failing)('when a transport %s', async (_name, send) => {
    await expect(call({ send }, 'http://localhost/')).rejects.toBeInstanceOf(Error);
  });

  it('when a transport settles twice, or passes pieces to the sink after the end', async () => {
    const piece = new TextEncoder().encode('<a'.repeat(100_000));
    let isOver = false;
    const transport: Transport = {
      send: ({ sink }) =>
        new Promise((resolve, reject) => {
          sink?.begin(200, ['Content-Type', 'text/xml; charset=utf-8']);
          // Its promise is ignored.
          const write = (): void => {
            try {
              void sink?.write(piece);
            } catch {
              // The end of the call says so.
            }
          };
          write();
          resolve({ status: 200, headers: [], body: new Uint8Array(0) });
          reject(new Error('late'));
          setImmediate(() => {
            write();
            isOver = true;
          });
        }),
    };
    const client = new SoapClient({ address: 'http://localhost/', transport });
    const input = { APIKey: 'key', ChunkData: new Blob(['a']), Offset: 0n, BytesRead: 1, isLastChunk: true };
    await expect(client.call(AppendChunk, input)).rejects.toMatchObject({ name: 'ClientError' });
    await until(() => isOver);
  });

  it('when onResponse throws', async () => {
    const address = await serviceAddress();
    const client = new SoapClient({ address, transport: overHttp() });
    const onResponse = (): never => {
      throw new Error('mine');
    };
    await expect(client.call(GetClientID, {}, { onResponse })).rejects.toThrow('mine');
  });

  it('when a header is invalid, an agent throws, or a sink', async () => {
    const server = await raw(() => httpResponse('200 OK', 'text/xml; charset=utf-8', '<a/>'));
    const wrong = spreading(overHttp(), { headers: ['X-Own', 'a\nb'] });
    await expect(call(wrong, server.address)).rejects.toMatchObject({ code: 'connection' });
    const agent = new Agent();
    agent.createConnection = () => {
      throw new Error('no connection');
    };
    await expect(call(overHttp({ agent }), server.address)).rejects.toMatchObject({ code: 'connection' });
    const begin = (): never => {
      throw new Error('no room');
    };
    const sinking = spreading(overHttp(), { sink: { begin, write: () => undefined } });
    await expect(call(sinking, server.address)).rejects.toThrow('no room');
  });

  it('when its connection cannot be reset, as that of a Unix socket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'soapwright-socket-'));
    created.push({ close: () => rmSync(folder, { recursive: true }) });
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined).resume()));
    await new Promise<void>((resolve) => server.listen(join(folder, 's'), resolve));
    created.push({ close: () => server.close() });
    const agent = new Agent({ socketPath: join(folder, 's') } as object);
    const ended = call(overHttp({ agent }), 'http://localhost/', { timeout: 300 });
    await expect(ended).rejects.toMatchObject({ code: 'timeout' });
    await until(() => sockets.length > 0 && sockets.every(({ destroyed }) => destroyed));
  });
});
