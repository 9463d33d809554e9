import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, callHeaders, envelope, getClientID, post } from '../../../test/support/runtime/test-messages.ts';
import { path, testListening, testServer } from '../../../test/support/runtime/test-service.ts';
import { ask } from '../../../test/support/runtime/wire.ts';
import type { Listening } from './node/index.ts';
import type { ServerEvent } from './server-events.ts';
import type { RouteRequest } from './server-options.ts';

let server: Listening;
let chunked: Listening;

beforeAll(async () => {
  server = await testListening({}, { routes: { '/healthz': () => ({ body: 'ok\n' }) } });
  chunked = await testListening({}, { requireContentLength: false, limits: { maxBodyBytes: 2_000 } });
});

afterAll(async () => {
  await Promise.all([server.close(), chunked.close()]);
});

const message = envelope('1.1', getClientID());
const lines = (...all: string[]): string => [...all, '', ''].join('\r\n');

describe('addresses and verbs', () => {
  it('T1: POST on the address gets a response, HEAD is GET without a body', async () => {
    expect((await ask(server.port, call())).body).toContain('<ClientID>4</ClientID>');
    const get = await ask(server.port, lines(`GET ${path} HTTP/1.1`, 'Host: h'));
    const head = await ask(server.port, lines(`HEAD ${path} HTTP/1.1`, 'Host: h'), 'HEAD');
    expect(head.status).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('T1: %s gets 405 with Allow', async (method) => {
    const response = await ask(server.port, lines(`${method} ${path} HTTP/1.1`, 'Host: h'));
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD, POST');
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it.each(['/', '/v2', '/v2/fileservice.asmx/', '/v2/other.asmx'])('T1: %s is not found', async (target) => {
    expect((await ask(server.port, lines(`GET ${target} HTTP/1.1`, 'Host: h'))).status).toBe(404);
    expect((await ask(server.port, post(callHeaders('1.1'), message, target))).status).toBe(404);
  });

  it('T1: an absolute URL as target is the same address', async () => {
    const response = await ask(server.port, post(callHeaders('1.1'), message, `http://files.test${path}`));
    expect(response.status).toBe(200);
  });

  it("T1: the operator's paths support GET and HEAD", async () => {
    const get = await ask(server.port, lines('GET /healthz HTTP/1.1', 'Host: h'));
    expect([get.status, get.body]).toEqual([200, 'ok\n']);
    expect((await ask(server.port, lines('HEAD /healthz HTTP/1.1', 'Host: h'), 'HEAD')).body).toBe('');
    expect((await ask(server.port, lines('DELETE /healthz HTTP/1.1', 'Host: h'))).status).toBe(405);
  });

  it('T1: a route receives the caller', async () => {
    const routes = {
      '/metrics': ({ peerAddress, httpHeader }: RouteRequest) => ({ body: `${peerAddress} ${httpHeader('VIA')}` }),
    };
    const telling = await testListening({}, { routes });
    const response = await ask(telling.port, lines('GET /metrics HTTP/1.1', 'Host: h', 'Via: 1.1 proxy'));
    await telling.close();
    expect(response.body).toBe('127.0.0.1 1.1 proxy');
  });

  it('T7: a rejection at the HTTP level has the same id in log and response', async () => {
    const events: ServerEvent[] = [];
    const logging = await testListening({}, { log: (event) => events.push(event) });
    const response = await ask(logging.port, lines('GET /nowhere HTTP/1.1', 'Host: h'));
    await logging.close();
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const requestId = response.headers['x-request-id'];
    expect(events).toEqual([{ event: 'refused', requestId, status: 404, peerAddress: '127.0.0.1' }]);
  });

  it('T1: a failing route reveals no reason', async () => {
    const routes = {
      '/readyz': () => {
        throw new Error('secret');
      },
    };
    const failing = await testListening({}, { routes });
    const response = await ask(failing.port, lines('GET /readyz HTTP/1.1', 'Host: h'));
    expect(response.status).toBe(500);
    expect(response.body).not.toContain('secret');
    await failing.close();
  });

  it.each([{ status: 99 }, { status: 600 }, { contentType: 'a\r\nX: y' }])(
    'T1: a route that returns no response (%o) has failed',
    async (wrong) => {
      const failing = await testListening({}, { routes: { '/readyz': () => ({ body: 'x', ...wrong }) } });
      expect((await ask(failing.port, lines('GET /readyz HTTP/1.1', 'Host: h'))).status).toBe(500);
      await failing.close();
    },
  );

  it('T1: a route without content sends none', async () => {
    const empty = testServer({}, { routes: { '/readyz': () => ({ status: 204, body: 'x' }) } });
    const response = await empty.fetch(new Request('http://files.test/readyz'));
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('T1: OPTIONS responds to allowed origins', async () => {
    const origin = 'https://app.example';
    const web = await testListening({}, { cors: { origins: [origin] } });
    const asked = (from: string): Promise<{ status: number; headers: Readonly<Record<string, string>> }> =>
      ask(web.port, lines(`OPTIONS ${path} HTTP/1.1`, 'Host: h', `Origin: ${from}`));
    const allowed = await asked(origin);
    expect(allowed.status).toBe(200);
    expect(allowed.headers['access-control-allow-origin']).toBe(origin);
    expect(allowed.headers['access-control-allow-headers']).toContain('SOAPAction');
    expect((await asked('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
    const response = await ask(web.port, post({ ...callHeaders('1.1'), Origin: origin }, message));
    expect(response.headers['access-control-allow-origin']).toBe(origin);
    await web.close();
  });
});

describe('content types', () => {
  const types12 = [
    'application/soap+xml; charset=utf-8',
    'application/soap+xml',
    'application/soap+xml;charset="UTF-8";action="https://files.example/v2/GetClientID"',
    'application/soap+xml; action=https://files.example/v2/GetClientID; charset=utf-8',
    'APPLICATION/SOAP+XML ; Charset=utf-8 ; ACTION=""',
  ];
  it.each(types12)('T2: %s is SOAP 1.2', async (type) => {
    const response = await ask(server.port, post({ 'Content-Type': type }, envelope('1.2', getClientID())));
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/soap+xml; charset=utf-8');
  });

  const others = [
    undefined,
    'application/xml',
    'text/plain',
    'text/xml; charset="utf-8',
    'multipart/form-data',
    'text',
  ];
  it.each(others)('T2: %s gets 415 in plain text', async (type) => {
    const response = await ask(server.port, post({ ...callHeaders('1.1'), 'Content-Type': type }, message));
    expect(response.status).toBe(415);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('T2: an unsupported version gets 415', async () => {
    const only = await testListening({}, { soapVersions: ['1.1'] });
    expect((await ask(only.port, call('1.2'))).status).toBe(415);
    await only.close();
  });

  it('T4: the response has the same media type, in UTF-8 without a byte order mark', async () => {
    for (const version of ['1.1', '1.2'] as const) {
      const response = await ask(server.port, call(version));
      expect(response.headers['content-type']).toBe(callHeaders(version)['Content-Type']);
      expect(response.body.startsWith('<?xml version="1.0" encoding="utf-8"?>')).toBe(true);
    }
  });

  it('T5: UTF-8 with a byte order mark and UTF-16 of both orders are read', async () => {
    const text = envelope('1.1', getClientID('Zoë🙂'));
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const [charset, body] of [
      ['utf-8', Buffer.from(`\ufeff${text}`)],
      ['utf-16', little],
      ['UTF-16', big],
    ] as const) {
      const response = await ask(
        server.port,
        post({ ...callHeaders('1.1'), 'Content-Type': `text/xml; charset="${charset}"` }, body),
      );
      expect(response.body).toContain('<ClientID>5</ClientID>');
    }
  });

  it('T5: another charset gets 415, invalid bytes a fault', async () => {
    const latin = await ask(
      server.port,
      post({ ...callHeaders('1.1'), 'Content-Type': 'text/xml; charset=iso-8859-1' }, message),
    );
    expect(latin.status).toBe(415);
    const broken = Buffer.from(message.replace('ACME', 'AC\u00ffE'), 'latin1');
    const response = await ask(server.port, post(callHeaders('1.1'), broken));
    expect(response.status).toBe(500);
    expect(response.body).toContain('<faultcode>soap:Client</faultcode>');
    expect(response.body).toContain('<Code>InvalidEncoding</Code>');
  });
});

describe('lengths', () => {
  const chunkedHeaders = { ...callHeaders('1.1'), 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
  const asChunks = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;

  it('T3: every response has Content-Length and is not chunked', async () => {
    const asked = [
      call(),
      post(callHeaders('1.1'), '<nonsense/>'),
      lines(`GET ${path} HTTP/1.1`, 'Host: h'),
      lines(`GET ${path}?wsdl HTTP/1.1`, 'Host: h'),
      lines('GET /nowhere HTTP/1.1', 'Host: h'),
      'nonsense\r\n\r\n',
    ];
    for (const request of asked) {
      const { headers, body } = await ask(server.port, request);
      expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
      expect(headers['transfer-encoding']).toBeUndefined();
    }
  });

  it('T3: a POST without Content-Length gets 411', async () => {
    expect((await ask(server.port, post(chunkedHeaders, asChunks(message)))).status).toBe(411);
    const bare = lines(`POST ${path} HTTP/1.1`, 'Host: h', 'Content-Type: text/xml');
    expect((await ask(server.port, bare)).status).toBe(411);
  });

  it('T3: with the option, chunked bodies are read under the same limit', async () => {
    expect((await ask(chunked.port, post(chunkedHeaders, asChunks(message)))).status).toBe(200);
    const long = await ask(chunked.port, post(chunkedHeaders, asChunks(message + ' '.repeat(2_000))));
    expect(long.status).toBe(413);
  });

  it('T3: Content-Length together with Transfer-Encoding gets 400', async () => {
    for (const first of ['Content-Length', 'Transfer-Encoding']) {
      const headers = { 'Content-Length': undefined, [first]: undefined };
      const both = { ...headers, ...callHeaders('1.1') };
      const order =
        first === 'Content-Length' ? ['Content-Length', 'Transfer-Encoding'] : ['Transfer-Encoding', 'Content-Length'];
      for (const name of order) both[name] = name === 'Content-Length' ? '5' : 'chunked';
      expect((await ask(chunked.port, post(both, '0\r\n\r\n'))).status).toBe(400);
    }
  });

  it('T3: a Content-Length out of range gets 400, and the connection closes', async () => {
    const request = lines(
      `POST ${path} HTTP/1.1`,
      'Host: h',
      'Content-Type: text/xml',
      'Content-Length: 9999999999999999',
    );
    const response = await ask(server.port, request);
    expect([response.status, response.headers.connection]).toEqual([400, 'close']);
  });

  it('T3: two Content-Lengths get 400', async () => {
    const request = lines(
      `POST ${path} HTTP/1.1`,
      'Host: h',
      'Content-Length: 5',
      'Content-Length: 6',
      'Content-Type: text/xml',
    );
    expect((await ask(server.port, request)).status).toBe(400);
  });
});

describe('content encodings', () => {
  const encoded = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync };
  it.each(Object.keys(encoded) as (keyof typeof encoded)[])('T6: %s is decoded', async (coding) => {
    const body = encoded[coding](message);
    const response = await ask(server.port, post({ ...callHeaders('1.1'), 'Content-Encoding': coding }, body));
    expect(response.body).toContain('<ClientID>4</ClientID>');
  });

  it('T6: deflate without its zlib header is decoded, and identity needs no decoding', async () => {
    const headers = callHeaders('1.1');
    expect(
      (await ask(server.port, post({ ...headers, 'Content-Encoding': 'deflate' }, deflateRawSync(message)))).status,
    ).toBe(200);
    expect((await ask(server.port, post({ ...headers, 'Content-Encoding': 'identity' }, message))).status).toBe(200);
  });

  it('T6: decoded bytes count towards the limit', async () => {
    for (const compress of [gzipSync, brotliCompressSync]) {
      const bomb = compress(`${message}${' '.repeat(3_000_000)}`);
      expect(bomb.length).toBeLessThan(10_000);
      const small = await testListening({}, { limits: { maxBodyBytes: 10_000 } });
      const coding = compress === gzipSync ? 'gzip' : 'br';
      const response = await ask(small.port, post({ ...callHeaders('1.1'), 'Content-Encoding': coding }, bomb));
      expect(response.status).toBe(413);
      expect(response.body).toContain('<Code>MessageTooLarge</Code>');
      await small.close();
    }
  });

  it('T6: another encoding gets 415, broken data a fault', async () => {
    const zstd = await ask(server.port, post({ ...callHeaders('1.1'), 'Content-Encoding': 'zstd' }, message));
    expect(zstd.status).toBe(415);
    expect(zstd.headers['accept-encoding']).toBe('gzip, deflate, br');
    const cut = gzipSync(message).subarray(0, 50);
    const response = await ask(server.port, post({ ...callHeaders('1.1'), 'Content-Encoding': 'gzip' }, cut));
    expect(response.body).toContain('<Code>InvalidEncoding</Code>');
  });
});
