import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobOf, SoapClient, type Transport } from '@soapwright/runtime/client';
import { httpTransport } from '@soapwright/runtime/client/node';
import { createServer, implement } from '@soapwright/runtime/server';
import { fileSpool, type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../../test/support/cpu-time.ts';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { blob, bytes, nested, operation, text } from '../../../../test/support/runtime/table-codec.ts';
import { description } from '../../../../test/support/runtime/test-service.ts';
import type { SecurityError } from '../../security-error.ts';
import { signingKey, trust } from '../keys/index.ts';
import { placeholders, placesOf } from '../signature/part-contents.ts';
import {
  messageSecurity,
  readMessage,
  type ServerMessageSecurityOptions,
  type SignOptions,
  serverMessageSecurity,
  verifyMessage,
} from './index.ts';
import { inlinedMessage } from './multipart.ts';

const Exchange = operation(
  'Exchange',
  [text('Name'), bytes('Small'), blob('Large')],
  nested('ExchangeResult', 'ExchangeResult', true, text('Name'), bytes('Small'), blob('Large')),
);

const own = issueCertificate('own');
const service = issueCertificate('service');
const verify = { trust: trust({ pinned: own.certificate }) };
const large = Buffer.alloc(3_000_001, 'ab\r\n--uuid:b');
const small = Buffer.alloc(2_000, 7);

let reasons: SecurityError[] = [];
let seen: { readonly large: Buffer; readonly files: number } | undefined;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-signed-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  reasons = [];
  seen = undefined;
});

async function listening(options: ServerMessageSecurityOptions = { verify }): Promise<Listening> {
  const messages = serverMessageSecurity({
    sign: { key: signingKey({ key: service.key, certificates: service.certificate }) },
    onRejected: (reason) => reasons.push(reason),
    ...options,
  });
  const server = createServer(description, { messageSecurity: messages, spool: fileSpool({ folder }) }, [
    implement(Exchange, async ({ Name, Small, Large }) => {
      const files = readdirSync(folder, { recursive: true }).length;
      seen = { large: Buffer.from(await (Large as Blob).arrayBuffer()), files };
      return { Name, Small, Large: new Blob(['short']) };
    }),
  ]);
  return await listen(server);
}

interface Sent {
  readonly type: string;
  readonly body: Buffer;
}

interface Exchanging {
  readonly change?: (sent: Sent) => Sent;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly sign?: Partial<SignOptions>;
  readonly server?: ServerMessageSecurityOptions;
}

/** Calls with a large value, changing what is sent. */
async function exchange({ change = (sent) => sent, values, sign, server: options }: Exchanging = {}): Promise<Sent> {
  const server = await listening(options);
  const inner = httpTransport();
  let wire: Sent | undefined;
  const transport: Transport = {
    send: (request) => inner.send(request),
    async sendLarge(request) {
      const pieces: Uint8Array[] = [];
      for await (const piece of request.body as AsyncIterable<Uint8Array>) pieces.push(piece.slice());
      wire = change({ type: request.headers[1] as string, body: Buffer.concat(pieces) });
      const headers = [
        'Content-Type',
        wire.type,
        'Content-Length',
        String(wire.body.length),
        ...request.headers.slice(4),
      ];
      return await inner.send({ ...request, headers, body: wire.body });
    },
  };
  try {
    const client = new SoapClient({
      address: `${server.url}`,
      transport,
      ...messageSecurity({
        sign: { key: signingKey({ key: own.key, certificates: own.certificate }), ...sign },
        verify: { trust: trust({ pinned: service.certificate }) },
        mtom: true,
        unsignedFaults: true,
      }),
    });
    const Large = new Blob([large]);
    const result = await client.call(Exchange, { Name: 'Zoë & co', Small: small, Large, ...values });
    expect(result).toMatchObject({ Name: 'Zoë & co' });
    return wire as Sent;
  } finally {
    await server.close(0);
  }
}

describe('signed values in parts of their own', () => {
  it('arrive in files, as they were signed', async () => {
    const { type, body } = await exchange();
    expect(seen?.large.equals(large)).toBe(true);
    expect(seen?.files).toBeGreaterThan(0);
    expect(type).toMatch(/^multipart\/related;.*application\/xop\+xml/);
    expect(body.indexOf(large)).toBeGreaterThan(0);
    expect(body.toString('latin1').match(/<xop:Include /g)).toHaveLength(2);
  });

  it('are signed as base64, which any receiver verifies', async () => {
    const { type, body } = await exchange();
    const inlined = inlinedMessage(type, body, { maxBodyBytes: 2 ** 30 });
    const message = readMessage(inlined?.envelope ?? new Uint8Array(), { maxBodyBytes: 2 ** 30 });
    const verified = await verifyMessage(message, verify);
    expect(verified.covered.map(({ local }) => local).sort()).toEqual(['Body', 'Timestamp']);
  });

  it('may be beside tokens in parts, as other toolkits send them', async () => {
    const change = ({ type, body }: Sent): Sent => {
      const message = body.toString('latin1');
      const [, boundary = ''] = /boundary="([^"]*)"/.exec(type) ?? [];
      const [, token = ''] = /<wsse:BinarySecurityToken [^>]*>([^<]*)</.exec(message) ?? [];
      const include = '<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:token"/>';
      const part = `--${boundary}\r\nContent-ID: <token>\r\n\r\n${Buffer.from(token, 'base64').toString('latin1')}\r\n`;
      const end = message.lastIndexOf(`--${boundary}--`);
      const changed = (message.slice(0, end) + part + message.slice(end)).replace(`>${token}<`, `>${include}<`);
      return { type, body: Buffer.from(changed, 'latin1') };
    };
    await exchange({ change });
    expect(seen?.large.equals(large)).toBe(true);
  });

  const edited = (from: string | RegExp, to: string) => (sent: Sent) => ({
    ...sent,
    body: Buffer.from(sent.body.toString('latin1').replace(from, to), 'latin1'),
  });
  const root = /Content-ID: <1\.([^>]*)>/;

  it.each<readonly [string, (sent: Sent) => Sent, string]>([
    ['a changed part', edited('ab\r\n--uuid:bab', 'Ab\r\n--uuid:bab'), 'changed after it was signed'],
    ['a part that is missing', edited(root, 'Content-ID: <9.$1>'), 'No part has the Content-ID'],
    [
      'exchanged parts',
      ({ type, body }) => {
        const message = body.toString('latin1');
        const swapped = message
          .replace(/cid:1\./, 'cid:x.')
          .replace(/cid:2\./, 'cid:1.')
          .replace(/cid:x\./, 'cid:2.');
        return { type, body: Buffer.from(swapped, 'latin1') };
      },
      'changed after it was signed',
    ],
    ['a part that is used twice', edited(/cid:2\./, 'cid:1.'), 'Two xop:Include refer to one part.'],
    ['an address for a part', edited(/cid:1\.[^"]*/, 'http://evil.example/x'), 'No part has the Content-ID'],
    ['text beside a part', edited(/<xop:Include/, 'AAAA<xop:Include'), 'not alone in its element'],
    ['an element around a part', edited(/(<xop:Include [^>]*>)/, '<e>$1</e>'), 'changed after it was signed'],
    ['base64 for a part', edited(/<xop:Include [^>]*>/, 'AAAA'), 'changed after it was signed'],
  ])('are refused with %s', async (_, change, reason) => {
    await expect(exchange({ change })).rejects.toMatchObject({ message: expect.stringContaining('Security header') });
    expect(seen).toBeUndefined();
    expect(reasons.map(({ message }) => message)).toEqual([expect.stringContaining(reason)]);
    await expect.poll(() => readdirSync(folder, { recursive: true })).toEqual([]);
  });

  it('are hidden where no signature covers them', async () => {
    const sign = { parts: ['Timestamp'] } as const;
    const server = { verify: { ...verify, parts: ['Timestamp'] } } as const;
    await expect(exchange({ sign, server })).rejects.toThrow('refers to a part that the message does not have');
    expect(seen).toBeUndefined();
  });

  it('that can be read once are refused before anything is sent', async () => {
    const stream = new Blob([large]).stream();
    const Large = blobOf(stream, { size: large.length });
    await expect(exchange({ values: { Large } })).rejects.toThrow('A value that can be read once cannot be signed');
    expect(seen).toBeUndefined();
  });
});

it('many parts are found in linear time', () => {
  const newText = placeholders();
  const contents = new Map(Array.from({ length: 1000 }, () => [newText(), new Blob([])] as const));
  const envelope = Buffer.from(`${'0'.repeat(2_000_000)}<a>${[...contents.keys()].join('</a><a>')}</a>`);
  const spent = cpuMilliseconds(() => {
    expect(placesOf(envelope, contents)).toHaveLength(1000);
  });
  expect(spent).toBeLessThan(1000);
});
