import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { memoryTransport } from '@soapwright/runtime/client';
import type { Before, SoapServer } from '@soapwright/runtime/server';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { StreamsClient } from '../golden/streams/expected/client.ts';
import { createStreamsServer, type StreamsAuthorizers } from '../golden/streams/expected/server.ts';
import type { Parcel, SendRequest, Sums, Tree } from '../golden/streams/expected/types.ts';
import { damaged, noisy, type Requests, requests } from './streams.ts';

/** What has come to authorize, and to handlers, in their order. */
const heard: string[] = [];

beforeEach(() => {
  heard.length = 0;
});

/** A value as text, a Blob as its size and digest. */
async function reported(value: unknown): Promise<string> {
  if (value instanceof Blob) {
    const digest = createHash('sha1').update(new Uint8Array(await value.arrayBuffer()));
    return `${value.size}:${digest.digest('hex')}`;
  }
  if (Array.isArray(value)) return `[${(await Promise.all(value.map(reported))).join()}]`;
  if (typeof value !== 'object' || value === null) return `${typeof value} ${value}`;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${(await Promise.all(entries.map(async ([name, each]) => `${name}=${await reported(each)}`))).join()}}`;
}

async function hear(input: unknown): Promise<Sums> {
  heard.push(await reported(input));
  return { Before: '', Sums: [] };
}

async function ask(before: unknown): Promise<undefined> {
  heard.push(`before ${await reported(before)}`);
}

function serverOf(authorize: StreamsAuthorizers): SoapServer {
  return createStreamsServer(
    {
      Send: hear,
      SendParts: hear,
      SendContent: hear,
      SendShape: hear,
      SendLetter: hear,
      SendTree: async ({ Tree }) => {
        await hear(Tree);
        return Tree;
      },
      Keep: async (input) => void (await hear(input)),
      Fetch: () => ({ First: undefined, Parts: [] }),
      Data: ({ Data }) => Data.length,
      SendAuthorizers: ({ Value }) => Value.Data.size,
    },
    { state: undefined, authorize, onError: (error) => heard.push(String(error)) },
  );
}

const server = serverOf({
  Send: ask,
  SendParts: ask,
  SendContent: ask,
  SendShape: ask,
  SendLetter: ask,
  SendTree: ask,
  Keep: ask,
});

/** The message that a client sends. */
async function messageOf<Name extends keyof Requests>(name: Name, request: Requests[Name]): Promise<string> {
  let message = '';
  const sent = new Error('sent');
  const client = new StreamsClient({
    soap: '1.2',
    transport: memoryTransport(({ body }) => {
      message = typeof body === 'string' ? body : new TextDecoder().decode(body);
      throw sent;
    }),
  });
  const call = client[name] as (request: Requests[Name]) => Promise<unknown>;
  await call.call(client, request).catch((error: Error) => {
    if (error.cause !== sent) throw error;
  });
  return message;
}

interface Outcome {
  readonly status: number;
  readonly body: string;
  readonly heard: readonly string[];
}

const head = { 'content-type': 'application/soap+xml; charset=utf-8' };

async function post(
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: Record<string, string>,
  to: SoapServer = server,
): Promise<Outcome> {
  heard.length = 0;
  const init = { method: 'POST', headers: { ...head, ...headers }, body, duplex: 'half' } as RequestInit;
  const response = await to.fetch(new Request('http://localhost:8080/streams', init));
  return { status: response.status, body: await response.text(), heard: [...heard] };
}

/** Has a server take a message in while it arrives. */
function streamed(xml: string, random: () => number, to: SoapServer = server): Promise<Outcome> {
  const bytes = Buffer.from(xml);
  const most = [1, 7, 500, 70_000][Math.floor(random() * 4)] as number;
  const least = Math.ceil(bytes.length / 2_000);
  const pieces = (function* (): Generator<Uint8Array> {
    for (let at = 0; at < bytes.length; ) {
      const size = least + Math.floor(random() * most);
      yield bytes.subarray(at, at + size);
      at += size;
    }
  })();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
  return post(body, {}, to);
}

/** Has a server read a message that is in memory as a whole. */
function whole(xml: string): Promise<Outcome> {
  return post(deflateSync(xml), { 'content-encoding': 'deflate' });
}

/** Numbers that are as random as a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a message that is read while it arrives', () => {
  for (const name of Object.keys(requests) as (keyof Requests)[]) {
    it(`R4: is read like a buffered one, also by authorize: ${name}`, async () => {
      const request = requests[name] as fc.Arbitrary<Requests[typeof name]>;
      await fc.assert(
        fc.asyncProperty(request, fc.nat(), async (value, seed) => {
          const random = randomOf(seed);
          const plain = await messageOf(name, value);
          const xml = noisy(plain, random);
          const expected = await whole(plain);
          expect(expected.status, expected.body).toBe(200);
          expect(expected.heard[0]).toMatch(/^before /);
          expect(expected.heard[1]).toBe(await reported(name === 'SendTree' ? (value as { Tree: Tree }).Tree : value));
          expect(await whole(xml)).toEqual(expected);
          expect(await streamed(plain, random)).toEqual(expected);
          expect(await streamed(xml, random)).toEqual(expected);
        }),
        { numRuns: 40 },
      );
    });

    it(`R5: is accepted exactly if a buffered one is: ${name}`, async () => {
      const request = requests[name] as fc.Arbitrary<Requests[typeof name]>;
      await fc.assert(
        fc.asyncProperty(request, fc.nat(), async (value, seed) => {
          const random = randomOf(seed);
          const xml = damaged(noisy(await messageOf(name, value), random), random);
          const expected = await whole(xml);
          const found = await streamed(xml, random);
          expect(found.status).toBe(expected.status);
          if (expected.status === 200) expect(found).toEqual(expected);
          else expect(found.heard.filter((each) => !each.startsWith('before '))).toEqual([]);
        }),
        { numRuns: 80 },
      );
    });
  }

  it('R4: has values of every size, at every threshold', async () => {
    const mebibyte = 1024 * 1024;
    for (const size of [
      0,
      1,
      2,
      3,
      4,
      5,
      49_151,
      65_535,
      65_536,
      65_537,
      2 * mebibyte - 1,
      2 * mebibyte,
      2 * mebibyte + 1,
    ]) {
      const bytes = new Uint8Array(size).map((_, at) => (at * 13) ^ (at >> 9));
      const xml = await messageOf('Send', { Key: 'k', authorize: new Blob([bytes]) });
      const expected = await whole(xml);
      expect(expected.heard[1]).toContain(`authorize=${await reported(new Blob([bytes]))}`);
      expect(await streamed(xml, () => 0.9), String(size)).toEqual(expected);
    }
  });

  it('R5: is ignored if its streamed field belongs to another operation or namespace, or is in the header', async () => {
    const soap = 'http://www.w3.org/2003/05/soap-envelope';
    const value = 'A'.repeat(200_000);
    const envelope = (header: string, body: string): string =>
      `<s:Envelope xmlns:s="${soap}"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
    const keep = '<Keep xmlns="urn:streams/"><Key>k</Key><Data>AAAA</Data></Keep>';
    const field = `<Data xmlns="urn:streams/">${value}</Data>`;
    for (const xml of [
      envelope(field, keep),
      envelope(`<Keep xmlns="urn:streams/"><Key/>${field}</Keep>`, keep),
      envelope('', `<Keep xmlns="urn:streams/"><Key>k</Key><Data xmlns="">${value}</Data><Data>AAAA</Data></Keep>`),
      envelope(
        '',
        `<Keep xmlns="urn:streams/"><Key>k</Key><o>${field}</o><p:Data xmlns:p="urn:streams/">AAAA</p:Data></Keep>`,
      ),
      envelope(
        '',
        `<!-- ${field} --><Keep xmlns="urn:streams/"><Key>k</Key><?p ${field}?><Data a=">">AAAA</Data></Keep>`,
      ),
    ]) {
      const expected = await whole(xml);
      expect(expected.status).toBe(202);
      expect(expected.heard).toEqual(['before {Key=string k}', expect.stringContaining('Data=3:')]);
      expect(await streamed(xml, () => 0.99)).toEqual(expected);
    }
    const data = envelope('', `<Data xmlns="urn:streams/">${field}</Data>`);
    expect((await streamed(data, () => 0.99)).body).toContain('<Size>150000</Size>');
    const wrong = await post(Buffer.from(data), {
      'content-type': `${head['content-type']}; action="urn:streams/Keep"`,
    });
    expect(wrong.status).toBe(400);
    expect(wrong.heard).toEqual([]);
  });

  it('R5: may be in UTF-16, and start with the byte order mark of UTF-8', async () => {
    const xml = (await messageOf('Send', { Key: 'ü', authorize: new Blob(['streamed']) })).replace(/^<\?xml[^>]*>/, '');
    const expected = await whole(xml);
    expect(expected.status).toBe(200);
    const utf16 = Buffer.from(`\ufeff${xml}`, 'utf16le');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < utf16.length; at += 5) controller.enqueue(utf16.subarray(at, at + 5));
        controller.close();
      },
    });
    expect(await post(body, { 'content-type': 'application/soap+xml; charset=utf-16' })).toEqual(expected);
    expect(await streamed(`\ufeff${xml}`, () => 0)).toEqual(expected);
  });
});

describe('authorize', () => {
  it('has a type for the fields that may have arrived', async () => {
    const keys: (string | undefined)[] = [];
    const typed = serverOf({
      Send({ Key, soFar }: Before<SendRequest>) {
        keys.push(Key, soFar);
      },
      SendContent({ Parcel }) {
        const content: Before<Parcel['Content']> | undefined = Parcel?.Content;
        keys.push(Parcel?.Key, content?.case);
        if (content?.case === 'Both') keys.push(content.value?.Head);
      },
    });
    const value = new Blob([new Uint8Array(1_000)]);
    const both = { case: 'Both', value: { Head: 'h', Body: value, Tail: 't' } } as const;
    const parcel: Parcel = { Key: 'k', Content: both, Steps: [], Rows: [], Extra: [] };
    await streamed(await messageOf('Send', { Key: 'k', soFar: 's', authorize: value }), () => 0, typed);
    expect(keys.splice(0)).toEqual(['k', 's']);
    await streamed(await messageOf('SendContent', { Parcel: parcel }), () => 0, typed);
    expect(keys).toEqual(['k', 'Both', 'h']);
  });
});
