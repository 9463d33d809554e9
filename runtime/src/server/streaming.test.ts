import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namespace, type Values } from '../../../test/support/runtime/table-codec.ts';
import { envelope } from '../../../test/support/runtime/test-messages.ts';
import { path, type TestHandlers, testListening, testServer } from '../../../test/support/runtime/test-service.ts';
import { Wire, type WireResponse } from '../../../test/support/runtime/wire.ts';
import { SoapFault } from '../soap/fault.ts';
import { isSpooled } from '../spool/spool.ts';
import { type Authorize, IN_MEMORY } from './handler.ts';
import { fileSpool, type Listening } from './node/index.ts';
import type { CommonOptions } from './server-options.ts';

const bytes = new Uint8Array(1_000_003).map((_, at) => (at * 7) ^ (at >> 8));
const base64 = Buffer.from(bytes).toString('base64');
const folder = mkdtempSync(join(tmpdir(), 'streaming-'));
const events: unknown[] = [];

/** The handler's request. */
let seen: { readonly values: Values; readonly data: Uint8Array } | undefined;
let server: Listening | undefined;

const handlers: TestHandlers = {
  async AppendChunk(values) {
    seen = { values, data: new Uint8Array(await (values.ChunkData as Blob).arrayBuffer()) };
    return { ErrorMessage: 'taken', Data: undefined };
  },
};

beforeEach(() => {
  seen = undefined;
  events.length = 0;
});
afterEach(() => server?.close(0));
afterAll(() => rmSync(folder, { recursive: true }));

function request(content: string, { before = '<APIKey>key</APIKey>', after = '<Offset>1</Offset>' } = {}): string {
  const rest = '<BytesRead>3</BytesRead><isLastChunk>true</isLastChunk>';
  return envelope('1.1', `<AppendChunk xmlns="${namespace}">${before}${content}${after}${rest}</AppendChunk>`);
}

const chunk = (content: string): string => `<ChunkData>${content}</ChunkData>`;

interface How {
  readonly options?: CommonOptions;
  readonly authorize?: Authorize<Values, Values>;
  readonly handlers?: TestHandlers;
  /** How many bytes are written at a time. */
  readonly piece?: number;
  readonly gzip?: boolean;
  readonly headers?: string;
}

async function open(how: How): Promise<Wire> {
  const options = { spool: fileSpool({ folder, threshold: 128 * 1024 }), log: (event: unknown) => events.push(event) };
  server = await testListening(how.handlers ?? handlers, { ...options, ...how.options }, {}, how.authorize);
  return await Wire.open(server.port);
}

function head(length: number, extra = ''): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Type: text/xml; charset=utf-8\r\n` +
    `SOAPAction: "${namespace}AppendChunk"\r\nContent-Length: ${length}\r\n${extra}\r\n`
  );
}

async function send(xml: string, how: How = {}): Promise<WireResponse> {
  const wire = await open(how);
  const body = how.gzip === true ? gzipSync(xml) : Buffer.from(xml);
  wire.send(head(body.length, how.gzip === true ? 'Content-Encoding: gzip\r\n' : ''));
  const size = how.piece ?? body.length;
  for (let at = 0; at < body.length; at += size) {
    wire.send(body.subarray(at, at + size));
    if (at % (8 * size) === 0) await new Promise(setImmediate);
  }
  const response = await wire.response();
  wire.socket.destroy();
  return response;
}

/** Files that are left in the spool, when removing them has had a moment. */
async function left(): Promise<readonly string[]> {
  for (let tries = 0; tries < 1_000; tries++) {
    const files = readdirSync(folder);
    if (files.length === 0) return files;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return readdirSync(folder);
}

describe('a streamed field', () => {
  for (const piece of [1_000_000_000, 65_536, 9_973, 4_096]) {
    it(`R4: arrives as it was sent, in pieces of ${piece} bytes, and leaves no file`, async () => {
      const response = await send(request(chunk(base64)), { piece });
      expect(response).toMatchObject({ status: 200, body: expect.stringContaining('taken') });
      expect(Buffer.compare(seen?.data as Uint8Array, bytes)).toBe(0);
      expect(seen?.values).toMatchObject({ APIKey: 'key', Offset: 1n, BytesRead: 3, isLastChunk: true });
      expect(await left()).toEqual([]);
    });
  }

  it('R6: may contain comments, instructions, CDATA and references, split at any position', async () => {
    const parts = base64.match(/.{1,100000}/gs) ?? [];
    const between = ['<!-- > -- a -->', '<?b ?c?>', '\r\n\t ', '&#x20;', ''].map((text) => text.replace('-- a', '- a'));
    const mixed = parts.map((part, at) => {
      if (at % 3 === 0) return `<![CDATA[${part}]]>`;
      if (at % 3 === 1)
        return `&#${part.charCodeAt(0)};${part.slice(1, -1)}&#x0${part.charCodeAt(part.length - 1).toString(16)};`;
      return part;
    });
    const content = mixed.map((part, at) => part + between[at % between.length]).join('');
    expect((await send(request(chunk(content)), { piece: 997 })).status).toBe(200);
    expect(Buffer.compare(seen?.data as Uint8Array, bytes)).toBe(0);
  });

  it('T6: is decoded from gzip while it arrives', async () => {
    expect((await send(request(chunk(base64)), { gzip: true, piece: 5_000 })).status).toBe(200);
    expect(Buffer.compare(seen?.data as Uint8Array, bytes)).toBe(0);
    const wire = await open({});
    wire.send(head(100_000, 'Content-Encoding: gzip\r\n')).send(Buffer.alloc(100_000, 1));
    expect((await wire.response()).body).toContain('InvalidEncoding');
    wire.socket.destroy();
  });

  it('is distinguished from another element of that name by its position', async () => {
    const other = `<x:ChunkData xmlns:x="urn:x"><x:a b=">">${base64}</x:a></x:ChunkData>`;
    expect((await send(request(other + chunk(base64)), { piece: 10_000 })).status).toBe(200);
    expect(Buffer.compare(seen?.data as Uint8Array, bytes)).toBe(0);
  });

  it('can be empty or absent, and is a fault if repeated', async () => {
    const long = `<APIKey>${'k'.repeat(140_000)}</APIKey>`;
    expect((await send(request('<ChunkData/>', { before: long }))).status).toBe(200);
    expect(seen?.data.length).toBe(0);
    expect((await send(request(chunk(''), { before: long }))).status).toBe(200);
    const twice = await send(request(chunk(base64) + chunk(base64)));
    expect(twice).toMatchObject({ status: 500, body: expect.stringContaining('RepeatedElement') });
    expect(await left()).toEqual([]);
  });

  it('R5: is rejected at the first error, with its path, before the rest arrives', async () => {
    for (const [wrong, reason] of [
      ['AAAA*AAA', 'InvalidValue'],
      ['<a/>', 'UnexpectedElement'],
      ['&unknown;', 'IllFormedXml'],
      ['<!-- -- -->', 'IllFormedXml'],
      ['AA==AA', 'InvalidValue'],
    ]) {
      const wire = await open({});
      wire.send(head(50_000_000)).send(request(chunk(base64)).split('</ChunkData>')[0] + (wrong as string));
      wire.send(' '.repeat(10_000));
      const { status, body } = await wire.response();
      expect({ status, reason: body.includes(reason as string) }, wrong).toEqual({ status: 500, reason: true });
      expect(body).toContain('AppendChunk/ChunkData');
      wire.socket.destroy();
      await server?.close(0);
    }
    expect((await send(request(chunk(`${base64}A`)))).body).toContain('InvalidValue');
    expect((await send(request(chunk(base64)).split('</ChunkData>')[0] as string)).body).toContain('IllFormedXml');
    expect(await left()).toEqual([]);
  });

  it('is removed when its caller disconnects', async () => {
    const wire = await open({});
    wire.send(head(50_000_000)).send(request(chunk(base64)).split('</ChunkData>')[0] as string);
    while (readdirSync(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    wire.socket.destroy();
    expect(await left()).toEqual([]);
  });

  it('can be moved to another location, and stays there', async () => {
    const target = join(folder, '..', 'streaming-target');
    for (const content of [base64, Buffer.from('small').toString('base64')]) {
      const before = `<APIKey>${'k'.repeat(140_000)}</APIKey>`;
      const moving: TestHandlers = {
        async AppendChunk({ ChunkData }) {
          if (!isSpooled(ChunkData as Blob)) throw new Error('not spooled');
          const blob = ChunkData as Blob & { moveTo(path: string): Promise<void> };
          await blob.moveTo(target);
          expect((await blob.slice(-4).arrayBuffer()).byteLength).toBe(4);
          return { ErrorMessage: 'moved', Data: undefined };
        },
      };
      expect((await send(request(chunk(content), { before }), { handlers: moving })).body).toContain('moved');
      expect(readFileSync(target).toString('base64')).toBe(content);
      rmSync(target);
    }
    expect(await left()).toEqual([]);
  });

  it('can be returned: it is read while the response is sent', async () => {
    const echo: TestHandlers = { AppendChunk: ({ ChunkData }) => ({ ErrorMessage: undefined, Data: ChunkData }) };
    const { status, body } = await send(request(chunk(base64)), { handlers: echo });
    expect(status).toBe(200);
    expect(body).toContain(`<Data>${base64}</Data>`);
    expect(await left()).toEqual([]);
  });

  it('arrives through fetch too, in memory', async () => {
    const body = request(chunk(base64));
    const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${namespace}AppendChunk"` };
    const pieces = new Blob([body]).stream();
    const open = testServer(handlers);
    const response = await open.fetch(
      new Request(`http://h${path}`, { method: 'POST', headers, body: pieces, duplex: 'half' } as RequestInit),
    );
    expect(response.status).toBe(200);
    expect(Buffer.compare(seen?.data as Uint8Array, bytes)).toBe(0);
  });
});

describe('limits of streamed fields', () => {
  const wide = `<APIKey>${'k'.repeat(70_000)}</APIKey>`;

  it('maxStreamBytes: rejects one byte more, with its path, and leaves no file', async () => {
    const limits = { maxStreamBytes: bytes.length };
    expect((await send(request(chunk(base64)), { options: { limits } })).status).toBe(200);
    const { body } = await send(request(chunk(base64)), { options: { limits: { maxStreamBytes: bytes.length - 1 } } });
    expect(body).toContain(
      'AppendChunk/ChunkData: limit maxStreamBytes (1000002) reached; raise it with limits.maxStreamBytes',
    );
    expect(await left()).toEqual([]);
  });

  it('maxBodyBytes: applies to fields that cannot be streamed, with any declared length', async () => {
    for (const length of [3_000_000_000, 10_000_000_000]) {
      const wire = await open({});
      wire.send(`${head(length, 'Content-Encoding: deflate\r\n')}x`);
      expect((await wire.response()).status).toBe(413);
      wire.close();
      await server?.close(0);
    }
  });

  it('maxStreamBytes: applies to values that arrive with their message, too', async () => {
    const limits = { maxStreamBytes: 3 };
    expect((await send(request(chunk('AAAA')), { options: { limits } })).status).toBe(200);
    const { body } = await send(request(chunk('AAAAAA==')), { options: { limits } });
    expect(body).toContain(
      'AppendChunk/ChunkData: limit maxStreamBytes (3) reached; raise it with limits.maxStreamBytes',
    );
    expect(body).toContain('<Path>AppendChunk/ChunkData</Path>');
  });

  it('maxSpoolBytes: is shared by all requests, gives 503 with Retry-After, and is released', async () => {
    const wire = await open({ options: { limits: { maxSpoolBytes: 1_500_000 } } });
    wire.send(head(1_500_000)).send(request(chunk(base64)).split('</ChunkData>')[0] as string);
    // More than half of it has come.
    const size = (): number => readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    while (size() < 600_000) await new Promise((resolve) => setTimeout(resolve, 5));
    const other = await Wire.open(server?.port as number);
    const whole = request(chunk(base64));
    other.send(head(whole.length)).send(whole);
    const { status, headers, body } = await other.response();
    expect({ status, retry: headers['retry-after'] }).toEqual({ status: 503, retry: '10' });
    expect(body).toContain('limit maxSpoolBytes (1500000) reached; raise it with limits.maxSpoolBytes');
    wire.socket.destroy();
    other.socket.destroy();
    await left();
    const again = await Wire.open(server?.port as number);
    again.send(head(whole.length)).send(whole);
    expect((await again.response()).status).toBe(200);
    again.socket.destroy();
  });

  it('maxBodyBytes: counts content outside of streams, and their white space', async () => {
    const limits = { maxBodyBytes: 80_000 };
    expect((await send(request(chunk(base64), { before: wide }), { options: { limits } })).status).toBe(200);
    const large = `<APIKey>${'k'.repeat(81_000)}</APIKey>`;
    expect((await send(request(chunk(base64), { before: large }), { options: { limits } })).status).toBe(413);
    const spaces = ' '.repeat(81_000);
    expect((await send(request(chunk(base64 + spaces)), { options: { limits } })).status).toBe(413);
    expect((await send(request(chunk(`${base64}<!--${spaces}-->`)), { options: { limits } })).status).toBe(413);
    expect(await left()).toEqual([]);
  });

  it('maxBodyBytes: streams a body of 64 KiB in base64 that is above it', async () => {
    const value = Buffer.alloc(64 * 1024, 5).toString('base64');
    for (const maxBodyBytes of [80_000, 100_000]) {
      expect((await send(request(chunk(value)), { options: { limits: { maxBodyBytes } } })).status).toBe(200);
      expect(seen?.data.length).toBe(64 * 1024);
    }
  });

  it('many small fields create no files, and many large ones are in files', async () => {
    const small = Array.from({ length: 300 }, () => '<x:ChunkData xmlns:x="urn:x">AAAA</x:ChunkData>').join('');
    const started = performance.now();
    expect((await send(request(small.repeat(50) + chunk(base64)))).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});

describe('authorize', () => {
  const before: unknown[] = [];
  const agrees: Authorize<Values, Values> = (values) => {
    before.push(values);
  };
  beforeEach(() => {
    before.length = 0;
  });

  it('receives the preceding fields, and the handler the same context', async () => {
    const contexts: unknown[] = [];
    const { status } = await send(
      request(chunk(base64), { before: '<APIKey>key</APIKey><Offset>1</Offset>', after: '' }),
      {
        authorize: (values, context) => {
          before.push({ ...values });
          contexts.push(context);
        },
        handlers: {
          AppendChunk: (_, context) => {
            contexts.push(context);
            return { ErrorMessage: '', Data: undefined };
          },
        },
      },
    );
    expect(status).toBe(200);
    expect(before).toEqual([expect.objectContaining({ APIKey: 'key', Offset: 1n })]);
    expect(before[0]).not.toHaveProperty('isLastChunk', true);
    expect(contexts[0]).toBe(contexts[1]);
  });

  it('is called for small messages too, and for those without the field', async () => {
    expect((await send(request(chunk('AAAA')), { authorize: agrees })).status).toBe(200);
    expect((await send(request('', { before: '<APIKey>key</APIKey>' }), { authorize: agrees })).status).toBe(500);
    expect(before).toEqual([
      expect.objectContaining({ APIKey: 'key' }),
      expect.objectContaining({ APIKey: 'key', Offset: 1n }),
    ]);
    const refuse: Authorize<Values, Values> = () => ({ ErrorMessage: 'no', Data: undefined });
    expect((await send(request(chunk('AAAA')), { authorize: refuse })).body).toContain('no');
    expect(seen?.data.length).toBe(3);
  });

  it('rejects before a byte is spooled, by a fault or by a response, before the body arrives', async () => {
    const rejections: [Authorize<Values, Values>, number, string][] = [
      [
        () => Promise.reject(new SoapFault({ code: 'Sender', reason: 'not you', detailCode: 'NotYou' })),
        500,
        'not you',
      ],
      [() => ({ ErrorMessage: 'not you either', Data: undefined }), 200, 'not you either'],
      [
        () => {
          throw new Error('secret');
        },
        500,
        'InternalError',
      ],
    ];
    for (const [authorize, expected, text] of rejections) {
      const wire = await open({ authorize, options: { onError: () => undefined } });
      wire.send(head(1_000_000_000)).send(request(chunk(base64)).slice(0, 200_000));
      const { status, body } = await wire.response();
      expect(status).toBe(expected);
      expect(body).toContain(text);
      expect(body).not.toContain('secret');
      expect(readdirSync(folder)).toEqual([]);
      wire.socket.destroy();
      await server?.close(0);
    }
    expect(seen).toBeUndefined();
  });

  it('may leave the decision to the handler, and the field in memory', async () => {
    const authorize: Authorize<Values, Values> = ({ APIKey }) => (APIKey === undefined ? IN_MEMORY : undefined);
    const xml = request(chunk(base64), { before: '', after: '<Offset>1</Offset><APIKey>key</APIKey>' });
    expect((await send(xml, { authorize })).status).toBe(200);
    expect(Buffer.compare(seen?.data as Uint8Array, bytes)).toBe(0);
    const limits = { maxBodyBytes: 500_000 };
    expect((await send(xml, { authorize, options: { limits } })).status).toBe(413);
  });

  it('is called once, and awaited while the caller continues to send', async () => {
    let asked = 0;
    const authorize: Authorize<Values, Values> = async () => {
      asked++;
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    expect((await send(request(chunk(base64)), { authorize, piece: 20_000 })).status).toBe(200);
    expect(asked).toBe(1);
    expect(Buffer.compare(seen?.data as Uint8Array, bytes)).toBe(0);
  });
});
