import { describe, expect, it } from 'vitest';
import { start, wireTo } from '../../../../test/support/runtime/connections.ts';
import { call, callHeaders, envelope, getClientID } from '../../../../test/support/runtime/test-messages.ts';
import { path } from '../../../../test/support/runtime/test-service.ts';
import { ask } from '../../../../test/support/runtime/wire.ts';

const body = envelope('1.1', getClientID());
const usual = Object.entries(callHeaders('1.1')).map((pair) => pair.join(': '));

/** A request of these lines; the usual headers come behind those that are given. */
function request(lines: readonly string[], content = body, first = `POST ${path} HTTP/1.1`): string {
  return `${[first, ...lines, ...usual].join('\r\n')}\r\n\r\n${content}`;
}
const host = 'Host: files.test';
const length = `Content-Length: ${body.length}`;
const chunked = 'Transfer-Encoding: chunked';
/** The whole message as one chunk. */
const asChunk = (size = body.length.toString(16), end = '0\r\n\r\n'): string => `${size}\r\n${body}\r\n${end}`;

/** Requests that must be rejected, and their response, if any. Nothing after them on the connection may be processed. */
const rejected: Readonly<Record<string, readonly [status: number, bytes: string]>> = {
  // Two framings, or an ambiguous one (RFC 9112, 6.3).
  'Content-Length and Transfer-Encoding': [400, request([host, length, chunked], asChunk())],
  'Transfer-Encoding and Content-Length': [400, request([host, chunked, length], asChunk())],
  'two Content-Lengths that differ': [400, request([host, length, 'Content-Length: 3'])],
  'two Content-Lengths that agree': [400, request([host, length, length])],
  'a list of lengths': [400, request([host, `Content-Length: ${body.length}, ${body.length}`])],
  'a list of lengths that differ': [400, request([host, `Content-Length: ${body.length}, 3`])],
  'a length with a sign': [400, request([host, `Content-Length: +${body.length}`])],
  'a negative length': [400, request([host, 'Content-Length: -1'])],
  'a hexadecimal length': [400, request([host, `Content-Length: 0x${body.length.toString(16)}`])],
  'a length with a fraction': [400, request([host, `Content-Length: ${body.length}.0`])],
  'a length with a space inside': [400, request([host, 'Content-Length: 1 2'])],
  'a length that overflows 64 bits': [400, request([host, 'Content-Length: 18446744073709551617'])],
  'a length of nothing': [400, request([host, 'Content-Length: '])],
  // Codings that would leave the end of the body open (RFC 9112, 6.1).
  'a coding that is not known': [400, request([host, 'Transfer-Encoding: xchunked'], asChunk())],
  'identity as a coding': [400, request([host, 'Transfer-Encoding: identity'])],
  'chunked twice': [400, request([host, 'Transfer-Encoding: chunked, chunked'], asChunk())],
  'chunked that is not the last': [400, request([host, 'Transfer-Encoding: chunked, gzip'], asChunk())],
  'chunked in quotes': [400, request([host, 'Transfer-Encoding: "chunked"'], asChunk())],
  'chunked behind a vertical tab': [400, request([host, 'Transfer-Encoding: \x0bchunked'], asChunk())],
  // Names and values of headers (RFC 9112, 5.1 and 5.2; RFC 9110, 5.5).
  'a space before the colon': [400, request([host, `Content-Length : ${body.length}`])],
  'a tab before the colon': [400, request([host, `Transfer-Encoding\t: chunked`], asChunk())],
  'a folded header': [400, request([host, 'X-Folded: a\r\n b', length])],
  'a folded Transfer-Encoding': [400, request([host, 'Transfer-Encoding:\r\n chunked'], asChunk())],
  'a first header that begins with a space': [400, request([` ${host}`, length])],
  'a NUL in a value': [400, request([host, 'X-Value: a\0b', length])],
  'a NUL in a name': [400, request([host, 'X-N\0ame: a', length])],
  'a bare CR in a value': [400, request([host, 'X-Value: a\rb', length])],
  'a bare CR that hides a header': [400, request([host, `X-Value: a\r${chunked}`, length])],
  'a name of nothing': [400, request([host, ': a', length])],
  'a name with a space': [400, request([host, 'X Name: a', length])],
  'a name beyond ASCII': [400, request([host, 'X-N\xe9: a', length])],
  'a line without a colon': [400, request([host, 'X-None', length])],
  // Chunks (RFC 9112, 7.1).
  'an invalid chunk size': [400, request([host, chunked], asChunk('xyz'))],
  'a chunk size with 0x': [400, request([host, chunked], asChunk(`0x${body.length.toString(16)}`))],
  'a negative chunk size': [400, request([host, chunked], asChunk('-1'))],
  'a chunk size with a space before it': [400, request([host, chunked], asChunk(` ${body.length.toString(16)}`))],
  'a chunk size that overflows 64 bits': [400, request([host, chunked], asChunk('10000000000000001'))],
  'a chunk that is longer than its size': [400, request([host, chunked], asChunk('5'))],
  'a chunk that ends in no line end': [400, request([host, chunked], `1\r\nXYZ\r\n0\r\n\r\n`)],
  'a chunk size that ends in a bare LF': [
    400,
    request([host, chunked], `${body.length.toString(16)}\n${body}\r\n0\r\n\r\n`),
  ],
  'a chunk extension with a bare LF': [400, request([host, chunked], asChunk(`${body.length.toString(16)};a\nb`))],
  'a chunk extension of 20,000 bytes': [
    400,
    request([host, chunked], asChunk(`${body.length.toString(16)};${'x'.repeat(20_000)}`)),
  ],
  'an invalid trailer': [400, request([host, chunked], asChunk(undefined, '0\r\nno colon\r\n\r\n'))],
  'a Content-Length in a trailer': [
    400,
    request([host, chunked], asChunk(undefined, '0\r\nContent-Length: 3\r\n\r\n')),
  ],
  // The request line (RFC 9112, 3).
  'a target with a space': [400, request([host, length], body, `POST ${path} x HTTP/1.1`)],
  'a tab for a space': [400, request([host, length], body, `POST\t${path} HTTP/1.1`)],
  'HTTP/1.1 in lower case': [400, request([host, length], body, `POST ${path} http/1.1`)],
  'HTTP/0.9': [505, `POST ${path}\r\n\r\n`],
  'HTTP/1.2': [400, request([host, length], body, `POST ${path} HTTP/1.2`)],
  'HTTP/2 in words': [505, request([host, length], body, `POST ${path} HTTP/2.0`)],
  'the preface of HTTP/2': [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  'an invalid method': [400, request([host, length], body, `PO ST ${path} HTTP/1.1`)],
  'a TLS handshake': [400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
};

/**
 * Requests that are rejected although their end is known: the connection stays open for the next request.
 */
const declined: typeof rejected = {
  // Whose request it is (RFC 9112, 3.2).
  'no Host': [400, request([length])],
  'two Hosts': [400, request([host, 'Host: other.test', length])],
  'two Hosts that agree': [400, request([host, host, length])],
  'a Host with a path': [400, request(['Host: files.test/x', length])],
  'a Host with a user': [400, request(['Host: a@files.test', length])],
  'an address for a Host that cannot be': [400, request(['Host: files.test:99999', length])],
  'a whole URL with a user': [404, request([host, length], body, `POST http://a@files.test${path} HTTP/1.1`)],
  'a whole URL of another scheme': [404, request([host, length], body, `POST ftp://files.test${path} HTTP/1.1`)],
};

/** Unusual valid requests: they get a response, and so does the next request unless they close the connection. */
const taken: Readonly<Record<string, readonly [bytes: string, next: 'keeps' | 'closes']>> = {
  'an empty line before the request (RFC 9112, 2.2)': [`\r\n${request([host, length])}`, 'keeps'],
  'spaces around a value': [request([host, `Content-Length:  ${body.length}  `]), 'keeps'],
  'names in any case': [request(['hOST: files.test', `cONTENT-lENGTH: ${body.length}`]), 'keeps'],
  'a length with zeros in front': [request([host, `Content-Length: 000${body.length}`]), 'keeps'],
  'two spaces in the request line (RFC 9112, 3)': [request([host, length], body, `POST  ${path} HTTP/1.1`), 'keeps'],
  chunks: [request([host, chunked], asChunk()), 'keeps'],
  'Chunked in upper case': [request([host, 'Transfer-Encoding: CHUNKED'], asChunk()), 'keeps'],
  'chunk sizes in upper case with zeros': [
    request([host, chunked], asChunk(`000${body.length.toString(16).toUpperCase()}`)),
    'keeps',
  ],
  'a chunk extension': [request([host, chunked], asChunk(`${body.length.toString(16)};name=value`)), 'keeps'],
  'trailers, which are not read': [
    request([host, chunked], asChunk(undefined, '0\r\nX-Trailer: a\r\nHost: x\r\n\r\n')),
    'keeps',
  ],
  'HTTP/1.0': [request([host, length], body, `POST ${path} HTTP/1.0`), 'closes'],
  'HTTP/1.0 that is to be kept': [
    request([host, length, 'Connection: keep-alive'], body, `POST ${path} HTTP/1.0`),
    'keeps',
  ],
  'HTTP/1.1 that is not to be kept': [request([host, length, 'Connection: close']), 'closes'],
  'a whole URL of another host than Host (RFC 9112, 3.2.2)': [
    request([host, length], body, `POST http://other.test${path} HTTP/1.1`),
    'keeps',
  ],
};

describe('requests that two servers could read differently', () => {
  const smuggled = call('1.1', 'smuggled');

  for (const [name, [status, bytes]] of Object.entries(rejected)) {
    it(`RFC 9112: ${name} is rejected, and nothing after it is processed`, async () => {
      const codes: unknown[] = [];
      const server = await start(
        {
          GetClientID({ Parameters }) {
            codes.push(Parameters);
            return { ClientID: 1 };
          },
        },
        { requireContentLength: false },
      );
      const wire = await wireTo(server);
      wire.send(Buffer.concat([Buffer.from(bytes, 'latin1'), smuggled]));
      const response = await wire.response();
      expect(response.status).toBe(status);
      expect(response.headers.connection).toBe('close');
      wire.socket.end();
      expect(await wire.closed()).toBe('');
      expect(codes).toEqual([]);
      expect((await ask(server.port, call())).status).toBe(200);
    });
  }

  for (const [name, [status, bytes]] of Object.entries(declined)) {
    it(`RFC 9112: ${name} is rejected, and the next request is read from its actual start`, async () => {
      const server = await start({}, { requireContentLength: false });
      const wire = await wireTo(server);
      wire.send(Buffer.concat([Buffer.from(bytes, 'latin1'), call('1.1', 'ACME')]));
      expect((await wire.response()).status).toBe(status);
      expect((await wire.response()).body).toContain('<ClientID>4</ClientID>');
    });
  }

  for (const [name, [bytes, next]] of Object.entries(taken)) {
    it(`RFC 9112: ${name} gets one response`, async () => {
      let runs = 0;
      const server = await start(
        {
          GetClientID() {
            runs += 1;
            return { ClientID: runs };
          },
        },
        { requireContentLength: false },
      );
      const wire = await wireTo(server);
      wire.send(Buffer.concat([Buffer.from(bytes, 'latin1'), call()]));
      expect((await wire.response()).body).toContain('<ClientID>1</ClientID>');
      if (next === 'keeps') expect((await wire.response()).body).toContain('<ClientID>2</ClientID>');
      else expect(await wire.closed()).toBe('');
      expect(runs).toBe(next === 'keeps' ? 2 : 1);
    });
  }
});
