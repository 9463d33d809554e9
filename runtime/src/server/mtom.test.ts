import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { blob, bytes, namespace, nested, operation, text } from '../../../test/support/runtime/table-codec.ts';
import { description } from '../../../test/support/runtime/test-service.ts';
import { mtom as clientMtom } from '../client/mtom.ts';
import { SoapClient } from '../client/soap-client.ts';
import { type SoapVersion, soap11 } from '../soap/version.ts';
import { type Authorize, implement } from './handler.ts';
import { mtom } from './mtom.ts';
import { fileSpool, type Listening, listen } from './node/index.ts';
import { createServer } from './server.ts';
import type { CommonOptions } from './server-options.ts';
import type { SoapServer } from './soap-server.ts';

const Exchange = operation(
  'Exchange',
  [text('Name'), bytes('Small'), blob('Large')],
  nested('ExchangeResult', 'ExchangeResult', true, text('Name'), bytes('Small'), blob('Large')),
);

const big = Buffer.alloc(3_000_000, 'ab\r\n--uuid:b');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-mtom-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Values of the last request. */
let seen: Readonly<Record<string, unknown>> | undefined;
let files = 0;

function serverOf(
  options: CommonOptions = {},
  authorize?: Authorize<typeof seen & object, typeof seen & object>,
): SoapServer {
  seen = undefined;
  const all = { multipart: mtom(), spool: fileSpool({ folder }), onError: () => undefined, ...options };
  return createServer(description, all, [
    implement(
      Exchange,
      async (values) => {
        files = readdirSync(folder, { recursive: true }).length;
        // A Blob of a request can be read until its response was sent.
        seen = { ...values, Large: values.Large && Buffer.from(await (values.Large as Blob).arrayBuffer()) };
        return values;
      },
      authorize,
    ),
  ]);
}

const listening: Listening[] = [];
afterEach(async () => {
  for (const each of listening.splice(0)) await each.close(0);
});

async function addressOf(server: SoapServer): Promise<string> {
  const each = await listen(server);
  listening.push(each);
  return each.url;
}

const include = (id: string): string => `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/>`;

function message(content: string, ...parts: readonly (readonly [id: string, content: string | Buffer])[]): Buffer {
  const envelope = `<s:Envelope xmlns:s="${soap11.namespace}"><s:Body><Exchange xmlns="${namespace}">${content}</Exchange></s:Body></s:Envelope>`;
  return Buffer.concat([
    Buffer.from(`--b\r\nContent-Type: application/xop+xml; type="text/xml"\r\nContent-ID: <r>\r\n\r\n${envelope}`),
    ...parts.flatMap(([id, bytes]) => [Buffer.from(`\r\n--b\r\nContent-ID: <${id}>\r\n\r\n`), Buffer.from(bytes)]),
    Buffer.from('\r\n--b--\r\n'),
  ]);
}

const type = 'multipart/related; boundary=b; type="application/xop+xml"; start="<r>"; start-info="text/xml"';

async function post(server: SoapServer, body: Buffer, headers: Record<string, string> = {}): Promise<Response> {
  const action = `"${namespace}Exchange"`;
  return await server.fetch(
    new Request(`http://files.test${server.path}`, {
      method: 'POST',
      headers: { 'Content-Type': type, SOAPAction: action, 'Content-Length': String(body.length), ...headers },
      body: new Uint8Array(body),
    }),
  );
}

describe('a server with mtom', () => {
  it.each<SoapVersion>(['1.1', '1.2'])('exchanges values with a client, over HTTP; SOAP %s', async (soap) => {
    const address = await addressOf(serverOf());
    const client = new SoapClient({ address, soap, multipart: clientMtom() });
    for (const Small of [new Uint8Array([1, 2]), new Uint8Array(big.subarray(0, 200_000))]) {
      const Large = new Blob([big], { type: 'image/png' });
      const result = await client.call(Exchange, { Name: 'a', Small, Large });
      expect(seen?.Name).toBe('a');
      expect(Buffer.compare(seen?.Small as Uint8Array, Small)).toBe(0);
      expect(big.equals(seen?.Large as Buffer)).toBe(true);
      expect(files).toBeGreaterThan(0);
      expect(Buffer.compare(result.Small as Uint8Array, Small)).toBe(0);
      expect((result.Large as Blob).type).toBe('image/png');
      expect(big.equals(Buffer.from(await (result.Large as Blob).arrayBuffer()))).toBe(true);
    }
  });

  it('answers as it was asked', async () => {
    const server = serverOf();
    const parts = await post(server, message(`<Large>${include('p')}</Large>`, ['p', big]));
    expect([parts.status, parts.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'multipart/related']);
    const body = Buffer.from(await parts.arrayBuffer());
    expect([body.includes(big), parts.headers.get('content-length')]).toEqual([true, String(body.length)]);
    const plain = `<s:Envelope xmlns:s="${soap11.namespace}"><s:Body><Exchange xmlns="${namespace}"><Large>YWI=</Large></Exchange></s:Body></s:Envelope>`;
    const response = await post(server, Buffer.from(plain), { 'Content-Type': 'text/xml' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, soap11.contentType]);
    expect(await response.text()).toContain('<Large>YWI=</Large>');
  });

  it('T2: which demands parts refuses requests without, whatever else they have', async () => {
    const server = serverOf({ multipart: mtom({ required: true }) });
    const plain = Buffer.from(`<s:Envelope xmlns:s="${soap11.namespace}"><s:Body/></s:Envelope>`);
    for (const given of ['text/xml', 'application/soap+xml', 'text/plain']) {
      const response = await post(server, plain, { 'Content-Type': given });
      expect([response.status, await response.text()]).toEqual([415, expect.stringContaining('demands MTOM')]);
    }
    expect((await post(server, message('<Name>a</Name>'))).status).toBe(200);
    expect((await server.fetch(new Request(`http://files.test${server.path}?wsdl`))).status).toBe(200);
  });

  it('removes the parts after the response', async () => {
    await (await post(serverOf(), message(`<Large>${include('p')}</Large>`, ['p', big]))).arrayBuffer();
    await expect
      .poll(() => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()))
      .toEqual([]);
  });

  it('takes chunked and compressed requests where its options do', async () => {
    const body = message(`<Large>${include('p')}</Large>`, ['p', big]);
    for (const [encoding, packed] of Object.entries({ gzip: gzipSync(body), deflate: deflateSync(body) })) {
      expect((await post(serverOf(), packed, { 'Content-Encoding': encoding })).status).toBe(200);
    }
    const address = await addressOf(serverOf({ requireContentLength: false }));
    const stream = new Blob([new Uint8Array(body)]).stream();
    const headers = { 'Content-Type': type, SOAPAction: `"${namespace}Exchange"` };
    const init = { method: 'POST', headers, body: stream, duplex: 'half' };
    expect((await fetch(address, init as RequestInit)).status).toBe(200);
  });

  it('asks authorize before the handler, with the values before the first part', async () => {
    const before: unknown[] = [];
    const server = serverOf({}, (values) => {
      before.push({ ...values });
      return { Name: 'no' };
    });
    const response = await post(server, message(`<Name>a</Name><Large>${include('p')}</Large>`, ['p', big]));
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('<Name>no</Name>')]);
    expect([before, seen]).toEqual([[expect.objectContaining({ Name: 'a' })], undefined]);
  });

  it.each<[string, Buffer, RegExp]>([
    [
      'a reference to an address',
      message(`<Small><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="http://localhost/"/></Small>`),
      /part of the message only/,
    ],
    ['a missing part', message(`<Small>${include('none')}</Small>`), /Exchange\/Small: .*does not have/],
    ['two parts of one name', message(`<Small>${include('p')}</Small>`, ['p', 'x'], ['p', 'y']), /same Content-ID/],
    [
      'a message that is cut off',
      message(`<Small>${include('p')}</Small>`, ['p', 'x']).subarray(0, -12),
      /ends before its last boundary/,
    ],
    ['no part', Buffer.from('--b--'), /it has no part|root is missing/],
  ])('refuses %s', async (_what, body, reason) => {
    const response = await post(serverOf(), body);
    const fault = await response.text();
    expect([response.status, fault]).toEqual([500, expect.stringMatching(reason)]);
    expect(fault).toContain('Client');
    expect(seen).toBeUndefined();
  });

  it('T7: has limits of parts, of their headers, of their bytes, and of memory', async () => {
    const body = message(`<Small>${include('p')}</Small>`, ['p', big], ['q', 'x']);
    const tries: [CommonOptions, RegExp][] = [
      [{ multipart: mtom({ maxParts: 2 }) }, /maxParts \(2\)/],
      [{ multipart: mtom({ maxPartHeaderBytes: 20 }) }, /maxPartHeaderBytes \(20\)/],
      [{ limits: { maxStreamBytes: 1_000_000 } }, /maxStreamBytes \(1000000\)/],
      [{ limits: { maxSpoolBytes: 1_000_000 } }, /maxSpoolBytes \(1000000\)/],
      [{ limits: { maxBodyBytes: 1_000_000 } }, /maxBodyBytes \(1000000\)/],
    ];
    for (const [options, reason] of tries) {
      const response = await post(serverOf(options), body);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await response.text()).toMatch(reason);
      expect(seen).toBeUndefined();
    }
  });

  it('T2: without the option, and with other types of parts, the answer is 415', async () => {
    const body = message('');
    expect((await post(serverOf({ multipart: undefined }), body)).status).toBe(415);
    expect((await post(serverOf(), body, { 'Content-Type': 'multipart/form-data; boundary=b' })).status).toBe(415);
    expect((await post(serverOf(), body, { 'Content-Type': type.replace('text/xml', 'text/plain') })).status).toBe(415);
    expect(() => mtom({ maxParts: Number.NaN })).toThrow(RangeError);
  });
});
