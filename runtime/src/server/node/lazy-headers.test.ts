import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { LazyHeadersRequest } from './lazy-headers.ts';

const sent = [
  'POST / HTTP/1.1',
  'Host: files.example',
  'Content-Type: text/xml',
  'Accept: text/xml',
  'accept: application/soap+xml',
  'Cookie: a=1',
  'Cookie: b=2',
  'Content-Length: 0',
  'Connection: close',
];

const expected: IncomingHttpHeaders = {
  host: 'files.example',
  'content-type': 'text/xml',
  accept: 'text/xml, application/soap+xml',
  cookie: 'a=1; b=2',
  'content-length': '0',
  connection: 'close',
};

/** Sends one request; `first` gets it before node:http has looked at its headers, `then` afterwards. */
async function onRequest(
  first: (request: IncomingMessage) => void,
  then: (request: IncomingMessage) => void,
  head: readonly string[] = sent,
): Promise<string> {
  const server: Server = createServer(
    { IncomingMessage: LazyHeadersRequest, requireHostHeader: false },
    (request, response) => {
      then(request);
      response.end();
    },
  );
  const started = (message: unknown): void => {
    const { request, server: its } = message as { request: IncomingMessage; server: Server };
    if (its === server) first(request);
  };
  subscribe('http.server.request.start', started);
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'close');
    return received;
  } finally {
    unsubscribe('http.server.request.start', started);
    server.close();
  }
}

describe('headers of a request', () => {
  test('node:http alone makes no object of them', async () => {
    let use: string | undefined;
    const received = await onRequest(
      () => {},
      (request) => {
        use = (request as LazyHeadersRequest).headersUse;
      },
    );
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(use).toBe('view');
  });

  test('later readers get the object that node:http makes', async () => {
    let headers: IncomingHttpHeaders | undefined;
    let again: IncomingHttpHeaders | undefined;
    await onRequest(
      () => {},
      (request) => {
        headers = request.headers;
        again = request.headers;
      },
    );
    expect(headers).toEqual(expected);
    expect(again).toBe(headers);
  });

  test('the first reader gets the same names and values', async () => {
    const seen: Record<string, unknown> = {};
    await onRequest(
      (request) => {
        const { headers } = request;
        seen.absent = headers.expect;
        seen.use = (request as LazyHeadersRequest).headersUse;
        seen.accept = headers.accept;
        seen.keys = Object.keys(headers);
        seen.copy = { ...headers };
        seen.has = ['host' in headers, 'expect' in headers, Object.hasOwn(headers, 'cookie')];
        seen.text = String(headers);
      },
      () => {},
    );
    expect(seen).toEqual({
      absent: undefined,
      use: 'view',
      accept: 'text/xml, application/soap+xml',
      keys: Object.keys(expected),
      copy: expected,
      has: [true, false, true],
      text: '[object Object]',
    });
  });

  test('changes of the first reader are seen by itself and by later readers', async () => {
    let own: (string | undefined)[] = [];
    let later: IncomingHttpHeaders | undefined;
    await onRequest(
      ({ headers }) => {
        headers['x-trace'] = 'set';
        delete headers.cookie;
        Object.defineProperty(headers, 'accept', { value: '*/*', enumerable: true, configurable: true });
        own = [headers['x-trace'] as string, headers.cookie, headers.accept];
      },
      ({ headers }) => {
        later = headers;
      },
    );
    expect(own).toEqual(['set', undefined, '*/*']);
    const { cookie: _, ...kept } = expected;
    expect(later).toEqual({ ...kept, accept: '*/*', 'x-trace': 'set' });
  });

  test('they can be replaced', async () => {
    let later: IncomingHttpHeaders | undefined;
    await onRequest(
      (request) => {
        request.headers = { host: 'other.example' };
      },
      ({ headers }) => {
        later = headers;
      },
    );
    expect(later).toEqual({ host: 'other.example' });
  });

  test('a request that expects 100-continue is found, whatever the case of the name', async () => {
    const received = await onRequest(() => {}, () => {}, [...sent, 'EXPECT: 100-continue']);
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  test('it is a request of node:http', () => {
    expect(LazyHeadersRequest.prototype).toBeInstanceOf(IncomingMessage);
  });
});
