import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { namespace, type Values } from '../../../test/support/runtime/table-codec.ts';
import { envelope } from '../../../test/support/runtime/test-messages.ts';
import { path, type TestHandlers, testListening, testServer } from '../../../test/support/runtime/test-service.ts';
import { ask, Wire } from '../../../test/support/runtime/wire.ts';
import { blobOf } from '../blob/blob-of.ts';
import type { Spool, SpooledValues, SpoolWriter } from '../spool/spool.ts';
import type { Authorize } from './handler.ts';
import { fileSpool, type Listening, type ListenOptions } from './node/index.ts';
import type { CommonOptions } from './server-options.ts';

/** Streamed fields leave nothing behind when their senders disconnect. */

const folder = mkdtempSync(join(tmpdir(), 'departures-'));
const bytes = new Uint8Array(600_000).map((_, at) => (at * 31) ^ (at >> 7));
const rest = '<Offset>1</Offset><BytesRead>3</BytesRead><isLastChunk>true</isLastChunk>';
const start = `<AppendChunk xmlns="${namespace}"><APIKey>k</APIKey><ChunkData>`;
const whole = envelope('1.1', `${start}${Buffer.from(bytes).toString('base64')}</ChunkData>${rest}</AppendChunk>`);
const small = envelope('1.1', `<GetClientID xmlns="${namespace}"/>`);

let server: Listening | undefined;

afterEach(() => server?.close(0));
afterAll(() => rmSync(folder, { recursive: true }));

/** A spool that counts its values, and calls after their end. */
class CountingSpool implements Spool {
  begun = 0;
  open = 0;
  late = 0;
  readonly #spool = fileSpool({ folder, threshold: 64 * 1024 });

  begin(): SpooledValues {
    const values = this.#spool.begin();
    let isOver = false;
    this.begun++;
    this.open++;
    const end = (): void => {
      if (!isOver) this.open--;
      isOver = true;
    };
    const watched = (intake: SpoolWriter): SpoolWriter => ({
      get buffer() {
        return intake.buffer;
      },
      advance: (taken) => {
        if (isOver) this.late++;
        return intake.advance(taken);
      },
      finish: () => intake.finish(),
    });
    return {
      open: (most) => watched(values.open(most)),
      discard() {
        end();
        return values.discard();
      },
      keep() {
        end();
        values.keep();
      },
    };
  }
}

function head(operation: string, length: number, extra = ''): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Type: text/xml; charset=utf-8\r\n` +
    `SOAPAction: "${namespace}${operation}"\r\nContent-Length: ${length}\r\n${extra}\r\n`
  );
}

interface How {
  readonly options?: CommonOptions;
  readonly listen?: ListenOptions;
  readonly handlers?: TestHandlers;
  readonly authorize?: Authorize<Values, Values>;
}

async function open(spool: Spool, how: How = {}): Promise<Wire> {
  const options = { spool, ...how.options };
  server = await testListening(how.handlers ?? {}, options, how.listen ?? {}, how.authorize);
  return await Wire.open(server.port);
}

async function nothingLeft(spool: CountingSpool): Promise<void> {
  await expect.poll(() => ({ open: spool.open, files: readdirSync(folder) })).toEqual({ open: 0, files: [] });
  expect(spool.late).toBe(0);
}

/** Something that is waited for until it is let go. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let let_ = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    let_ = resolve;
  });
  return { opened, open: () => let_() };
}

/** The status of a request that needs all spool space, once preceding callers are known to be gone. */
async function spaceFor(request: string | Uint8Array): Promise<number> {
  for (let tries = 0; ; tries++) {
    const { status } = await ask(server?.port as number, request);
    if (status !== 503 || tries === 1_000) return status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The response to a later request: the system has told the server of what preceded it. */
async function laterResponse(): Promise<void> {
  const { status } = await ask(server?.port as number, `GET ${path}?wsdl HTTP/1.1\r\nHost: h\r\n\r\n`);
  expect(status).toBe(200);
}

describe('a caller that disconnects', () => {
  it('leaves no spool of a request that waits in a pipeline, and its handler is notified', async () => {
    const spool = new CountingSpool();
    const { opened, open: letGo } = gate();
    const aborted: string[] = [];
    let runs = 0;
    const handlers: TestHandlers = {
      async GetClientID() {
        await opened;
        return { ErrorMessage: '', ClientID: 1 };
      },
      async AppendChunk(_, { signal }) {
        signal.addEventListener('abort', () => aborted.push('AppendChunk'));
        runs++;
        await opened;
        return { ErrorMessage: '', Data: undefined };
      },
    };
    const wire = await open(spool, { handlers });
    wire.send(head('GetClientID', small.length) + small + head('AppendChunk', whole.length) + whole);
    await expect.poll(() => runs, { interval: 5 }).toBe(1);
    expect(spool.begun).toBe(1);
    wire.socket.resetAndDestroy();
    await nothingLeft(spool);
    expect(aborted).toEqual(['AppendChunk']);
    letGo();
  });

  it('that half-closes in the middle of a value has its spool removed before its response is due', async () => {
    const spool = new CountingSpool();
    const { opened, open: letGo } = gate();
    const handlers: TestHandlers = {
      async GetClientID() {
        await opened;
        return { ErrorMessage: '', ClientID: 1 };
      },
    };
    const wire = await open(spool, { handlers });
    wire.send(head('GetClientID', small.length) + small + head('AppendChunk', whole.length) + whole.slice(0, 400_000));
    await expect.poll(() => readdirSync(folder).length, { interval: 5 }).toBeGreaterThan(0);
    wire.socket.end();
    await nothingLeft(spool);
    letGo();
    expect((await wire.response()).status).toBe(200);
    expect((await wire.response()).status).toBe(400);
    wire.close();
  });

  it('may do so while authorize runs, in the middle of the value, and before the decision', async () => {
    const packed = gzipSync(whole, { level: 1 });
    for (const [sent, gzip] of [
      [Buffer.from(whole), false],
      [Buffer.from(whole).subarray(0, 300_000), false],
      [packed, true],
      [packed.subarray(0, 200_000), true],
    ] as const) {
      const spool = new CountingSpool();
      const { opened, open: letGo } = gate();
      let asked = 0;
      const authorize = async (): Promise<void> => {
        asked++;
        await opened;
      };
      const limits = { maxSpoolBytes: bytes.length };
      const wire = await open(spool, { authorize, options: { limits } });
      const length = gzip ? packed.length : whole.length;
      wire.send(head('AppendChunk', length, gzip ? 'Content-Encoding: gzip\r\n' : '')).send(sent);
      await expect.poll(() => asked, { interval: 5 }).toBe(1);
      expect(readdirSync(folder)).toEqual([]);
      wire.socket.resetAndDestroy();
      await laterResponse();
      letGo();
      await nothingLeft(spool);
      expect(await spaceFor(head('AppendChunk', whole.length) + whole)).toBe(200);
      await nothingLeft(spool);
      await server?.close(0);
    }
  });

  it('may do so while its bytes, all received, are still being decoded', async () => {
    const spool = new CountingSpool();
    const long = envelope(
      '1.1',
      `${start}${' '.repeat(4_000_000)}${'AAAA'.repeat(2_000_000)}</ChunkData>${rest}</AppendChunk>`,
    );
    const packed = gzipSync(long, { level: 1 });
    const wire = await open(spool, { options: { limits: { maxSpoolBytes: 6_000_000 } } });
    for (let round = 0; round < 5; round++) {
      const one = round === 0 ? wire : await Wire.open(server?.port as number);
      one.send(head('AppendChunk', packed.length, 'Content-Encoding: gzip\r\n')).send(packed);
      await expect.poll(() => spool.begun, { interval: 5 }).toBe(round + 1);
      await new Promise((resolve) => setTimeout(resolve, 20 * round));
      one.socket.resetAndDestroy();
    }
    await nothingLeft(spool);
    const request = [Buffer.from(head('AppendChunk', packed.length, 'Content-Encoding: gzip\r\n')), packed];
    expect(await spaceFor(Buffer.concat(request))).toBe(200);
    await nothingLeft(spool);
  });

  it('closes a response that authorize returned instead', async () => {
    const spool = new CountingSpool();
    const { opened, open: letGo } = gate();
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (let piece = 0; piece < 100; piece++) yield new Uint8Array(100_000);
      } finally {
        isClosed = true;
      }
    }
    let asked = 0;
    const authorize: Authorize<Values, Values> = async () => {
      asked++;
      await opened;
      return { ErrorMessage: 'no', Data: blobOf(source(), { size: 10_000_000 }) };
    };
    const wire = await open(spool, { authorize });
    wire.send(head('AppendChunk', whole.length)).send(whole);
    await expect.poll(() => asked, { interval: 5 }).toBe(1);
    wire.socket.resetAndDestroy();
    await laterResponse();
    letGo();
    await expect.poll(() => isClosed).toBe(true);
    await nothingLeft(spool);
  });

  it('delays a stopping server no longer than its deadline, for any authorize', async () => {
    const spool = new CountingSpool();
    let asked = 0;
    const authorize = (): Promise<void> => {
      asked++;
      return new Promise(() => undefined);
    };
    const wire = await open(spool, { authorize });
    wire.send(head('AppendChunk', whole.length)).send(whole);
    await expect.poll(() => asked, { interval: 5 }).toBe(1);
    await server?.close(100);
    await nothingLeft(spool);
    wire.close();
  });
});

describe('a handler', () => {
  it('that throws or keeps its Blob leaves no file, and the Blob reports it', async () => {
    const spool = new CountingSpool();
    let kept: Blob | undefined;
    const handlers: TestHandlers = {
      AppendChunk({ ChunkData }) {
        kept = ChunkData as Blob;
        throw new Error('secret');
      },
    };
    const wire = await open(spool, { handlers });
    wire.send(head('AppendChunk', whole.length)).send(whole);
    expect((await wire.response()).status).toBe(500);
    await nothingLeft(spool);
    await expect(kept?.arrayBuffer()).rejects.toThrow('discarded');
    wire.close();
  });
});

describe('through fetch', () => {
  it('an early response does not wait for the rest of the body', async () => {
    const spool = new CountingSpool();
    const rejecting = testServer({}, { spool }, () => ({ ErrorMessage: 'not you', Data: undefined }));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(whole.slice(0, 200_000))),
    });
    const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${namespace}AppendChunk"` };
    const request = new Request(`http://h${path}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    const response = await rejecting.fetch(request);
    expect(await response.text()).toContain('not you');
    await nothingLeft(spool);
  });
});
