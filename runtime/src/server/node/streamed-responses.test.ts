import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { start } from '../../../../test/support/runtime/connections.ts';
import { namespace } from '../../../../test/support/runtime/table-codec.ts';
import { callHeaders, post } from '../../../../test/support/runtime/test-messages.ts';
import { testServer } from '../../../../test/support/runtime/test-service.ts';
import { blobOf } from '../../blob/blob-of.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A request whose number selects the response of the handler. */
function request(offset: number, ...more: readonly (readonly [string, string])[]): Buffer {
  const body = `<AppendChunk xmlns="${namespace}"><Offset>${offset}</Offset><BytesRead>1</BytesRead><isLastChunk>true</isLastChunk></AppendChunk>`;
  const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;
  return post({ ...callHeaders('1.1', 'AppendChunk'), ...Object.fromEntries(more) }, envelope);
}

const patterned = (size: number, seed: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(size).map((_, index) => (index * seed) ^ (index >> 8));

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
  return { blob: blobOf(source(), { size: pieces * size }), taken: () => taken * size, closed: () => isClosed };
}

/** Reads a connection, and splits it into responses by their Content-Length. */
class Reader {
  readonly socket: Socket;
  #held = Buffer.alloc(0);
  readonly #parts: Buffer[] = [];
  isClosed = false;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    sockets.push(this.socket);
    this.socket.on('data', (piece) => this.#parts.push(piece));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.isClosed = true;
    });
  }

  get received(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, this.#held.length);
  }

  /** The next response, or its received part if the connection was closed. */
  async response(): Promise<{ head: string; body: Buffer; isComplete: boolean }> {
    for (;;) {
      this.#held = Buffer.concat([this.#held, ...this.#parts.splice(0)]);
      const end = this.#held.indexOf('\r\n\r\n');
      const head = this.#held.subarray(0, Math.max(end, 0)).toString('latin1');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      const isComplete = end >= 0 && this.#held.length >= end + 4 + length;
      if (isComplete || this.isClosed) {
        const body = this.#held.subarray(end + 4, end + 4 + length);
        this.#held = this.#held.subarray(end + 4 + length);
        return { head, body, isComplete };
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

function dataIn(body: Buffer): Buffer {
  const text = body.toString('latin1');
  return Buffer.from(text.slice(text.indexOf('<Data>') + 6, text.indexOf('</Data>')), 'base64');
}

describe('responses with large Blobs', () => {
  it('T3, T8: have a Content-Length, and leave the connection open for the next request', async () => {
    const sizes = [65_535, 65_537, 196_607, 196_608, 196_609, 1_000_003, 5];
    const server = await start({
      AppendChunk: ({ Offset }) => ({ Data: new Blob([patterned(Number(Offset), 7)]) }),
    });
    const reader = new Reader(server.port);
    for (const size of sizes) {
      reader.socket.write(request(size));
      const { head, body, isComplete } = await reader.response();
      expect([head.split('\r\n')[0], isComplete]).toEqual(['HTTP/1.1 200 OK', true]);
      expect(head).not.toMatch(/transfer-encoding/i);
      expect(dataIn(body).equals(patterned(size, 7))).toBe(true);
      expect(body.toString('latin1').endsWith('</soap:Envelope>')).toBe(true);
    }
    expect(reader.isClosed).toBe(false);
  });

  it('T8: are sent in the order of pipelined requests, among small ones', async () => {
    const sizes = [400_000, 10, 800_000, 70_000, 20, 300_000];
    const server = await start({
      async AppendChunk({ Offset }) {
        // The later ones are ready first.
        await new Promise((resolve) => setTimeout(resolve, 60 - 10 * Number(Offset)));
        return { Data: new Blob([patterned(sizes[Number(Offset)] ?? 0, Number(Offset) + 1)]) };
      },
    });
    const reader = new Reader(server.port);
    reader.socket.write(Buffer.concat(sizes.map((_, index) => request(index))));
    for (const [index, size] of sizes.entries()) {
      const { body, isComplete } = await reader.response();
      expect(isComplete && dataIn(body).equals(patterned(size, index + 1))).toBe(true);
    }
  });

  it('wait for a slow reader with little memory in use, and end when it disconnects', async () => {
    const source = counted(1_000);
    const server = await start({ AppendChunk: () => ({ Data: source.blob }) });
    const reader = new Reader(server.port);
    reader.socket.pause();
    reader.socket.write(request(1));
    await expect.poll(source.taken, { interval: 5 }).toBeGreaterThan(0);
    let before = -1;
    while (before !== source.taken()) {
      before = source.taken();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    // No more than the buffers of the system.
    expect(source.taken()).toBeLessThan(20_000_000);
    expect(source.closed()).toBe(false);
    reader.socket.destroy();
    await expect.poll(source.closed).toBe(true);
  });

  it('T7: become a fault if a Blob fails at the start', async () => {
    const errors: unknown[] = [];
    const server = await start(
      { AppendChunk: () => ({ Data: blobOf([patterned(99_999, 3)], { size: 100_000 }) }) },
      { onError: (error) => errors.push(error) },
    );
    const reader = new Reader(server.port);
    reader.socket.write(request(1));
    const { head, body } = await reader.response();
    expect(head).toMatch(/^HTTP\/1\.1 500 /);
    expect(body.toString()).toContain('InternalError');
    expect(errors).toMatchObject([{ code: 'wrong-size' }]);
  });

  it('T7: break the connection if a Blob fails later, and the log records it', async () => {
    const errors: unknown[] = [];
    const log: string[] = [];
    const pieces = Array.from({ length: 20 }, () => patterned(100_000, 3));
    const server = await start(
      { AppendChunk: ({ Offset }) => ({ Data: blobOf(pieces, { size: Number(Offset) }) }) },
      { onError: (error) => errors.push(error), log: ({ event }) => log.push(event) },
    );
    for (const size of [2_000_001, 1_999_999]) {
      const reader = new Reader(server.port);
      reader.socket.write(Buffer.concat([request(size), request(5)]));
      const { head, isComplete } = await reader.response();
      expect([head.split('\r\n')[0], isComplete, reader.isClosed]).toEqual(['HTTP/1.1 200 OK', false, true]);
    }
    expect(errors.slice(0, 2).map((error) => (error as { code: string }).code)).toContain('wrong-size');
    expect(log).toContain('error');
  });

  it('are cancelled when the caller disconnects before they begin', async () => {
    const source = counted(100);
    let enter: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => {
      enter = resolve;
    });
    const server = await start({
      async AppendChunk(_, { signal }) {
        enter();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        return { Data: source.blob };
      },
    });
    const reader = new Reader(server.port);
    reader.socket.write(request(1));
    await entered;
    // A caller that half-closes may still wait for the response.
    reader.socket.resetAndDestroy();
    await expect.poll(source.closed).toBe(true);
    expect(source.taken()).toBeLessThan(1_000_000);
  });

  it('T9: finish before a stopping server ends', async () => {
    const data = patterned(3_000_000, 5);
    const server = await start({ AppendChunk: () => ({ Data: new Blob([data]) }) });
    const reader = new Reader(server.port);
    const idle = new Reader(server.port);
    await once(idle.socket, 'connect');
    reader.socket.write(request(1));
    await once(reader.socket, 'data');
    reader.socket.pause();
    let isStopped = false;
    const stopped = server.close(20_000).then(() => {
      isStopped = true;
    });
    await expect.poll(() => idle.isClosed, { interval: 5 }).toBe(true);
    expect(isStopped).toBe(false);
    reader.socket.resume();
    const { body, isComplete } = await reader.response();
    expect(isComplete && dataIn(body).equals(data)).toBe(true);
    reader.socket.end();
    await stopped;
  });

  it('T3: are Responses of known length for the Web adapter, read on demand', async () => {
    const source = counted(100);
    const server = testServer({ AppendChunk: () => ({ Data: source.blob }) });
    const [, body = ''] = request(1).toString().split('\r\n\r\n');
    const headers = callHeaders('1.1', 'AppendChunk');
    const response = await server.fetch(new Request('http://h/v2/fileservice.asmx', { method: 'POST', headers, body }));
    const length = Number(response.headers.get('content-length'));
    expect(length).toBeGreaterThan(13_000_000);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let received = (await reader.read()).value?.length ?? 0;
    expect(source.taken()).toBeLessThan(1_000_000);
    for (let read = await reader.read(); !read.done; read = await reader.read()) received += read.value.length;
    expect(received).toBe(length);
  });

  it('close their source when the Response is cancelled', async () => {
    const source = counted(100);
    const server = testServer({ AppendChunk: () => ({ Data: source.blob }) });
    const [, body = ''] = request(1).toString().split('\r\n\r\n');
    const headers = callHeaders('1.1', 'AppendChunk');
    const response = await server.fetch(new Request('http://h/v2/fileservice.asmx', { method: 'POST', headers, body }));
    await response.body?.cancel();
    expect(source.closed()).toBe(true);
  });
});
