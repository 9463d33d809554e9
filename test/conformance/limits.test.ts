import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { echo } from '../end-to-end/echo.ts';
import { EverythingClient } from '../golden/everything/expected/client.ts';
import { createEverythingServer } from '../golden/everything/expected/server.ts';

const versions = {
  '1.1': { namespace: 'http://schemas.xmlsoap.org/soap/envelope/', mediaType: 'text/xml', sender: 500 },
  '1.2': { namespace: 'http://www.w3.org/2003/05/soap-envelope', mediaType: 'application/soap+xml', sender: 400 },
} as const;
type Version = keyof typeof versions;

/** Small, and yet more than the messages need that are about another limit. */
const limits = {
  maxBodyBytes: 8_192,
  maxDepth: 9,
  maxAttributes: 12,
  maxNameBytes: 70,
  maxAttributeValueBytes: 90,
  maxElements: 50,
  maxItems: 6,
};
type Limit = Exclude<keyof typeof limits, 'maxBodyBytes'>;

const nil = '<nil xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>';
/** Envelope, Body, the message's element, Values, and nil in it. */
const around = { depth: 4, elements: 5 };

/** Content of `Values` with a given amount of the limited quantity. */
const contents: { readonly [name in Limit]: readonly ((size: number) => string)[] } = {
  maxDepth: [(size) => '<x>'.repeat(size - around.depth) + '</x>'.repeat(size - around.depth)],
  maxAttributes: [
    (size) => `<x ${numbered(size, (at) => `a${at}=""`)}/>`,
    (size) => `<x ${numbered(size, (at) => `xmlns:a${at}="u"`)}/>`,
  ],
  maxNameBytes: [
    (size) => `<${'x'.repeat(size)}/>`,
    (size) => `<x ${'a'.repeat(size)}=""/>`,
    (size) => `<?${'p'.repeat(size)}?>`,
  ],
  maxAttributeValueBytes: [(size) => `<x a="${'v'.repeat(size)}"/>`, (size) => `<x xmlns="${'v'.repeat(size)}"/>`],
  maxElements: [(size) => '<x/>'.repeat(size - around.elements)],
  maxItems: [(size) => '<many>1</many>'.repeat(size), (size) => `<lists>${'a '.repeat(size)}</lists>`],
};

function numbered(count: number, piece: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => piece(at)).join(' ');
}

function envelope(version: Version, element: string, fields: string, before = ''): string {
  const values = `<Values>${fields}${nil}</Values>`;
  const body = `<${element} xmlns="urn:everything/">${values}</${element}>`;
  return `${before}<e:Envelope xmlns:e="${versions[version].namespace}"><e:Body>${body}</e:Body></e:Envelope>`;
}

const encodings = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-16': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
} as const;
const codings = { none: (bytes: Buffer) => bytes, gzip: gzipSync, br: brotliCompressSync } as const;

/** A message of exactly `bytes` bytes, by a comment before its root. */
function sized(version: Version, element: string, bytes: number, encode: (text: string) => Buffer): Buffer {
  const of = (filling: string): Buffer => encode(envelope(version, element, '', `<!--${filling}-->`));
  const perCharacter = of('x').length - of('').length;
  return of('x'.repeat((bytes - of('').length) / perCharacter));
}

const reached = (name: keyof typeof limits): string =>
  `limit ${name} (${limits[name]}) reached; raise it with limits.${name}`;

describe('limits of a server', () => {
  let listening: Listening;
  beforeAll(async () => {
    listening = await listen(createEverythingServer(echo, { limits }), { port: 0, host: '127.0.0.1' });
  });
  afterAll(() => listening.close());

  async function post(version: Version, body: Uint8Array, coding: keyof typeof codings): Promise<[number, string]> {
    const headers = {
      'Content-Type': versions[version].mediaType,
      ...(version === '1.1' && { SOAPAction: '"urn:everything/Echo"' }),
      ...(coding !== 'none' && { 'Content-Encoding': coding }),
    };
    const url = `http://127.0.0.1:${listening.port}/everything`;
    const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
    return [answer.status, await answer.text()];
  }

  for (const version of ['1.1', '1.2'] as const) {
    for (const encoding of ['UTF-8', 'UTF-16'] as const) {
      for (const coding of ['none', 'gzip', 'br'] as const) {
        const how = `over SOAP ${version} in ${encoding}, Content-Encoding ${coding}`;
        it.each(Object.keys(contents) as Limit[])(`%s: accepts its value and not one more, ${how}`, async (name) => {
          for (const content of contents[name]) {
            const send = (size: number) =>
              post(version, codings[coding](encodings[encoding](envelope(version, 'Echo', content(size)))), coding);
            const [status, text] = await send(limits[name]);
            expect(status, text).toBe(200);
            const [rejected, fault] = await send(limits[name] + 1);
            expect(rejected).toBe(versions[version].sender);
            expect(fault).toContain(reached(name));
          }
        });

        it(`maxBodyBytes: accepts its value and not one more, ${how}`, async () => {
          const unit = encoding === 'UTF-8' ? 1 : 2;
          const send = (size: number) =>
            post(version, codings[coding](sized(version, 'Echo', size, encodings[encoding])), coding);
          expect((await send(limits.maxBodyBytes))[0]).toBe(200);
          const [rejected, fault] = await send(limits.maxBodyBytes + unit);
          expect(rejected).toBe(413);
          expect(fault).toContain(reached('maxBodyBytes'));
        });
      }
    }
  }
});

describe('limits of a client', () => {
  let answer: { readonly version: Version; readonly body: Buffer };
  let server: Server;
  let address: string;
  beforeAll(async () => {
    server = createHttpServer((request, response) => {
      const { version, body } = answer;
      request.resume();
      response.writeHead(200, { 'Content-Type': versions[version].mediaType, 'Content-Length': body.length }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/everything`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const call = (version: Version, body: Buffer) => {
    answer = { version, body };
    const client = new EverythingClient({ address, soap: version, limits });
    return client.Echo({ Values: { many: [], lists: [], nil: null } });
  };

  for (const version of ['1.1', '1.2'] as const) {
    for (const encoding of ['UTF-8', 'UTF-16'] as const) {
      const how = `over SOAP ${version} in ${encoding}`;
      it.each(Object.keys(contents) as Limit[])(`%s: accepts its value and not one more, ${how}`, async (name) => {
        for (const content of contents[name]) {
          const receive = (size: number) =>
            call(version, encodings[encoding](envelope(version, 'EchoResponse', content(size))));
          await expect(receive(limits[name])).resolves.toMatchObject({ nil: null });
          await expect(receive(limits[name] + 1)).rejects.toThrow(reached(name));
        }
      });

      it(`maxBodyBytes: accepts its value and not one more, ${how}`, async () => {
        const unit = encoding === 'UTF-8' ? 1 : 2;
        const receive = (size: number) => call(version, sized(version, 'EchoResponse', size, encodings[encoding]));
        await expect(receive(limits.maxBodyBytes)).resolves.toMatchObject({ nil: null });
        await expect(receive(limits.maxBodyBytes + unit)).rejects.toThrow('limits.maxBodyBytes');
      });
    }
  }
});
