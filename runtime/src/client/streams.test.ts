import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { httpResponse, until } from '../../../test/support/runtime/raw-server.ts';
import {
  AppendChunk,
  type TestHandler,
  testListening,
  testServer,
} from '../../../test/support/runtime/test-service.ts';
import { blobOf } from '../blob/blob-of.ts';
import { fileBlob } from '../blob/node/file-blob.ts';
import { spooledBlob } from '../blob/node/spooled-blob.ts';
import type { Listening } from '../server/node/index.ts';
import { fileSpool } from '../spool/node/file-spool.ts';
import type { SpooledBlob } from '../spool/spool.ts';
import { fetchTransport } from './fetch-transport.ts';
import { memoryTransport } from './memory-transport.ts';
import { type HttpTransportOptions, httpTransport } from './node/http-transport.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { SoapClient } from './soap-client.ts';
import type { Transport } from './transport.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-streams-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const created: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of created.splice(0).reverse()) await each.close();
});

const bytesOf = (size: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at++) bytes[at] = (at * 7) ^ (at >> 11);
  return bytes;
};

async function serve(handler?: TestHandler): Promise<Listening> {
  const server = await testListening(handler === undefined ? {} : { AppendChunk: handler });
  created.push({ close: () => server.close(0) });
  return server;
}

function overHttp(options?: HttpTransportOptions): Transport {
  const transport = httpTransport(options);
  created.push(transport);
  return transport;
}

async function append(client: SoapClient, ChunkData: Blob, options?: CallOptions): Promise<Blob | undefined> {
  const input = { APIKey: 'key', ChunkData, Offset: 0n, BytesRead: 1, isLastChunk: true };
  const { Data } = await client.call(AppendChunk, input, options);
  return Data instanceof Blob ? Data : undefined;
}

const clientOf = (address: string, options: Omit<ClientOptions, 'address'> = {}): SoapClient =>
  new SoapClient({ address, transport: overHttp(), ...options });

/** A source that counts bytes read and knows when it was closed. */
function counted(pieces: number, size = 100_000): { blob: Blob; taken(): number; closed(): boolean } {
  let taken = 0;
  let isClosed = false;
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (let index = 0; index < pieces; index++) {
        taken++;
        yield new Uint8Array(size);
      }
    } finally {
      isClosed = true;
    }
  }
  const blob = blobOf(source(), { size: pieces * size });
  return { blob, taken: () => taken * size, closed: () => isClosed };
}

/** A server that passes each connection to the test. */
async function rawServer(accept: (socket: Socket) => void): Promise<{ address: string; connections(): number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    accept(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  created.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  const { port } = server.address() as { port: number };
  return { address: `http://127.0.0.1:${port}/`, connections: () => connections };
}

const sizes = [0, 3, 49_152, 65_535, 65_536, 65_537, 147_456, 196_607, 196_608, 196_609, 262_144, 393_217, 3_000_001];

describe.each([
  ['httpTransport', () => overHttp()],
  ['fetchTransport', () => fetchTransport()],
] as const)('streamed fields over %s', (_name, make) => {
  it('C4: round-trip in every size and from every source', async () => {
    const { url } = await serve();
    const client = clientOf(url, { transport: make() });
    for (const size of sizes) {
      const bytes = bytesOf(size);
      const path = join(folder, 'sent');
      writeFileSync(path, bytes);
      const spooled = await spooledBlob([bytes.subarray(0, 1000), bytes.subarray(1000)]);
      expect(spooled.size).toBe(size);
      for (const source of [new Blob([bytes]), await fileBlob(path), blobOf([bytes], { size }), spooled]) {
        const back = await append(client, source);
        expect(back?.size).toBe(size);
        expect(Buffer.compare(new Uint8Array((await back?.arrayBuffer()) ?? []), bytes)).toBe(0);
      }
      await spooled.discard();
    }
  });

  it('arrive although they are larger than the memory limit of responses', async () => {
    const { url } = await serve();
    const client = clientOf(url, { transport: make(), limits: { maxBodyBytes: 70_000 } });
    const bytes = bytesOf(1_000_000);
    const back = await append(client, new Blob([bytes]));
    expect(Buffer.compare(new Uint8Array((await back?.arrayBuffer()) ?? []), bytes)).toBe(0);
    await expect(
      append(clientOf(url, { transport: make(), limits: { maxStreamBytes: 999_999 } }), new Blob([bytes])),
    ).rejects.toMatchObject({ code: 'bad-answer', message: expect.stringContaining('maxStreamBytes') });
    await expect(
      append(clientOf(url, { transport: make(), limits: { maxSpoolBytes: 999_999 } }), new Blob([bytes])),
    ).rejects.toMatchObject({ code: 'too-large', message: expect.stringContaining('maxSpoolBytes') });
  });
});

describe('sending streamed fields', () => {
  it('passes complete fields through a server in memory', async () => {
    const client = clientOf('http://files.example/v2/fileservice.asmx', { transport: memoryTransport(testServer()) });
    expect((await append(client, blobOf([bytesOf(300_000)], { size: 300_000 })))?.size).toBe(300_000);
  });

  it('T8: keeps the connection for the next call', async () => {
    const server = await testListening();
    created.push({ close: () => server.close(0) });
    const transport = overHttp({ maxSockets: 1 });
    const raw = await rawServer((socket) => {
      const to = connect(server.port, '127.0.0.1');
      socket.pipe(to).pipe(socket);
      to.on('error', () => socket.destroy());
    });
    const client = clientOf(`${raw.address}v2/fileservice.asmx`, { transport });
    for (const size of [300_000, 10, 2_000_000, 70_000])
      expect((await append(client, new Blob([bytesOf(size)])))?.size).toBe(size);
    expect(raw.connections()).toBe(1);
  });

  it('waits for a slow server, with little memory in use', async () => {
    const { address } = await rawServer((socket) => {
      socket.pause();
    });
    const source = counted(1_000);
    const call = append(clientOf(address), source.blob, { timeout: 1_500 });
    await expect(call).rejects.toMatchObject({ code: 'timeout' });
    // No more than the buffers of the system.
    expect(source.taken()).toBeLessThan(20_000_000);
    await until(source.closed);
  });

  it('ends when the call is cancelled in the middle, and closes source and connection', async () => {
    let received = 0;
    const { address } = await rawServer((socket) => {
      socket.on('data', (piece) => {
        received += piece.length;
        if (received > 5_000_000) socket.pause();
      });
    });
    const source = counted(1_000);
    const abort = new AbortController();
    const call = append(clientOf(address), source.blob, { signal: abort.signal });
    call.catch(() => undefined);
    await until(() => received > 1_000_000);
    abort.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
    await until(source.closed);
    expect(source.taken()).toBeLessThan(100_000_000);
  });

  it('has a timeout that includes sending', async () => {
    const { url } = await serve();
    let go: () => void = () => undefined;
    async function* stuck(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(500_000);
      await new Promise<void>((resolve) => {
        go = resolve;
      });
    }
    const call = append(clientOf(url), blobOf(stuck(), { size: 1_000_000 }), { timeout: 200 });
    await expect(call).rejects.toMatchObject({ code: 'timeout' });
    go();
  });

  it('T7: stops when the server responds early, returns that response and does not reuse the connection', async () => {
    for (const status of ['413 Content Too Large', '401 Unauthorized']) {
      const raw = await rawServer((socket) => {
        let received = 0;
        let isAnswered = false;
        socket.on('data', (piece) => {
          received += piece.length;
          if (received < 1_000_000 || isAnswered) return;
          isAnswered = true;
          socket.write(httpResponse(status, 'text/plain', 'no'));
        });
      });
      const client = clientOf(raw.address);
      for (let count = 1; count <= 2; count++) {
        const source = counted(1_000);
        await expect(append(client, source.blob)).rejects.toMatchObject({
          code: status.startsWith('401') ? 'unauthorized' : 'not-soap',
          httpStatus: Number(status.slice(0, 3)),
          bodyStart: 'no',
        });
        await until(source.closed);
        expect(source.taken()).toBeLessThan(50_000_000);
        expect(raw.connections()).toBe(count);
      }
    }
  });

  it('sends nothing of a request whose Blob fails at the start', async () => {
    const raw = await rawServer(() => undefined);
    const client = clientOf(raw.address);
    const once = blobOf([bytesOf(100_000)], { size: 100_000 });
    await once.arrayBuffer();
    const path = join(folder, 'changed');
    writeFileSync(path, bytesOf(5_000_000));
    const file = await fileBlob(path);
    writeFileSync(path, bytesOf(5_000_001));
    for (const [blob, code] of [
      [once, 'read-already'],
      [file, 'changed'],
      [blobOf([bytesOf(99_999)], { size: 100_000 }), 'wrong-size'],
      [blobOf([bytesOf(9)], { size: 10 }), 'wrong-size'],
    ] as const) {
      await expect(append(client, blob)).rejects.toMatchObject({ code: 'invalid-request', cause: { code } });
    }
    expect(raw.connections()).toBe(0);
  });

  it('T7: breaks the connection if the Blob fails later, so that no server considers the request complete', async () => {
    let runs = 0;
    const { url } = await serve(({ ChunkData }) => {
      runs++;
      return { Data: ChunkData };
    });
    const client = clientOf(url);
    for (const size of [2_999_999, 3_000_001]) {
      const short = blobOf([bytesOf(1_500_000), bytesOf(1_500_000)], { size });
      await expect(append(client, short)).rejects.toMatchObject({
        code: 'invalid-request',
        message: expect.stringContaining(`has not the ${size} bytes`),
      });
    }
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield bytesOf(1_500_000);
      throw new Error('a secret');
    }
    const call = append(client, blobOf(failing(), { size: 3_000_000 }));
    await expect(call).rejects.toMatchObject({ code: 'invalid-request', cause: { message: 'a secret' } });
    await expect(call).rejects.not.toThrow('a secret');
    expect(runs).toBe(0);
    expect((await append(client, new Blob([bytesOf(300_000)])))?.size).toBe(300_000);
  });

  it('is repeated on a stale connection only if the option allows it and the Blob can be read again', async () => {
    const tried = async (resendWhenReset: boolean, blob: () => Blob): Promise<string> => {
      let requests = 0;
      const { address } = await rawServer((socket) => {
        let received = 0;
        socket.on('data', (piece) => {
          received += piece.length;
          if (received < 250_000) return;
          received = 0;
          requests++;
          // The second request, on the connection of the first, finds it closed.
          if (requests === 2) socket.resetAndDestroy();
          else socket.write(httpResponse('404 Not Found', 'text/plain', 'no'));
        });
      });
      const client = clientOf(address, { transport: overHttp({ resendWhenReset, maxSockets: 1 }) });
      const whole = new Blob([bytesOf(200_000)]);
      const codes: string[] = [];
      for (const each of [whole, blob()]) {
        await append(client, each).catch((error: { code: string }) => codes.push(error.code));
      }
      return `${codes.join(' ')} ${requests}`;
    };
    const size = 200_000;
    expect(await tried(true, () => new Blob([bytesOf(size)]))).toBe('not-found not-found 3');
    expect(await tried(false, () => new Blob([bytesOf(size)]))).toBe('not-found connection-lost 2');
    expect(await tried(true, () => blobOf([bytesOf(size)], { size }))).toBe('not-found connection-lost 2');
  });
});

describe('receiving streamed fields', () => {
  const spools = (): string => mkdtempSync(join(folder, 'spool-'));

  it('leaves the value in a file that can be moved or discarded', async () => {
    const { url } = await serve();
    const spool = spools();
    const client = clientOf(url, { spool: fileSpool({ folder: spool, threshold: 0 }) });
    const bytes = bytesOf(1_000_000);
    const back = (await append(client, new Blob([bytes]))) as SpooledBlob;
    expect(readdirSync(spool)).toHaveLength(1);
    await back.moveTo(join(folder, 'moved'));
    expect(readdirSync(spool)).toEqual([]);
    expect(Buffer.compare(readFileSync(join(folder, 'moved')), bytes)).toBe(0);
    const other = (await append(client, new Blob([bytes]))) as SpooledBlob;
    await other.discard();
    expect(readdirSync(spool)).toEqual([]);
  });

  it('leaves no file when the call fails', async () => {
    const spool = spools();
    const bytes = Buffer.from(bytesOf(600_000)).toString('base64');
    const namespace = AppendChunk.input.namespace;
    const envelope = (data: string, end: string): string =>
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><AppendChunkResponse xmlns="${namespace}"><ChunkUploadResult><Data>${data}</Data>${end}`;
    const whole = '</ChunkUploadResult></AppendChunkResponse></s:Body></s:Envelope>';
    const cases: readonly (readonly [string, number, string])[] = [
      [envelope(bytes, whole.replace('</ChunkUploadResult>', '')), 0, 'bad-answer'],
      [envelope(`${bytes}!`, whole), 0, 'bad-answer'],
      [envelope(bytes, `<Data>${bytes}</Data>${whole}`), 0, 'bad-answer'],
      [envelope(bytes, whole), 10, 'truncated'],
      [envelope(bytes, whole), 800_000, 'truncated'],
    ];
    for (const [text, missing, code] of cases) {
      const { address } = await rawServer((socket) => {
        socket.on('data', (piece) => {
          if (!piece.includes('</soap:Envelope>')) return;
          const response = httpResponse('200 OK', 'text/xml; charset=utf-8', text);
          socket.end(response.subarray(0, response.length - missing));
        });
      });
      const client = clientOf(address, { spool: fileSpool({ folder: spool, threshold: 0 }) });
      await expect(append(client, new Blob(['x']))).rejects.toMatchObject({ code });
      await until(() => readdirSync(spool).length === 0);
    }
  });

  it('counts bytes in memory: a large response without streamed fields is too large', async () => {
    const { address } = await rawServer((socket) => {
      socket.on('data', () => {
        const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${' '.repeat(500_000)}`;
        socket.write(httpResponse('200 OK', 'text/xml; charset=utf-8', text));
      });
    });
    const client = clientOf(address, { limits: { maxBodyBytes: 200_000 } });
    await expect(append(client, new Blob(['x']))).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('maxBodyBytes'),
    });
  });

  it('ends a call whose response stalls', async () => {
    const spool = spools();
    const { address } = await rawServer((socket) => {
      socket.on('data', () => {
        const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><AppendChunkResponse xmlns="${AppendChunk.input.namespace}"><ChunkUploadResult><Data>`;
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 9000000\r\n\r\n${text}${'AAAA'.repeat(100_000)}`,
        );
      });
    });
    const client = clientOf(address, { timeout: 400, spool: fileSpool({ folder: spool, threshold: 0 }) });
    await expect(append(client, new Blob(['x']))).rejects.toMatchObject({ code: 'timeout' });
    await until(() => readdirSync(spool).length === 0);
  });
});
