import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isHttpText, readHttpText } from './http-text.ts';

const request = 'POST /shop HTTP/1.1\r\nContent-Type: text/xml\r\nSOAPAction: "urn:find"\r\n\r\n';
const text = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder('latin1').decode(bytes);

function read(...parts: readonly (string | Uint8Array)[]) {
  return readHttpText('a.http', Buffer.concat(parts.map((part) => Buffer.from(part))));
}

describe('a file of HTTP messages', () => {
  it('is one that begins with a request line or a status line', () => {
    const isHttp = (content: string): boolean => isHttpText(new TextEncoder().encode(content));
    expect(['POST / HTTP/1.1\r\n\r\n', '\nHTTP/2 200\nA: b\n\n'].map(isHttp)).toEqual([true, true]);
    expect(['<a/>', 'POST it', '{}', ''].map(isHttp)).toEqual([false, false, false, false]);
  });

  it('holds requests with their responses', () => {
    const { exchanges, others, problems } = read(
      `${request}<a/>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n<b/>\r\n`,
      `${request}<c/>\r\n`,
      'HTTP/1.1 500 No\r\n\r\n<d/>',
    );
    expect(exchanges.map((one) => [text(one.request?.body)?.trim(), text(one.response?.body)?.trim()])).toEqual([
      ['<a/>', '<b/>'],
      ['<c/>', '<d/>'],
    ]);
    expect(exchanges.map((one) => [one.request?.action, one.request?.line, one.response?.line])).toEqual([
      ['urn:find', 5, 10],
      ['urn:find', 15, 18],
    ]);
    expect([others, problems]).toEqual([0, []]);
  });

  it('passes over interim responses', () => {
    const { exchanges, others } = read(
      `${request}<a/>\r\n`,
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<b/>',
    );
    expect(exchanges.map((one) => [text(one.request?.body)?.trim(), text(one.response?.body)])).toEqual([
      ['<a/>', '<b/>'],
    ]);
    expect(others).toBe(0);
  });

  it('takes the action of SOAP 1.2 from the media type', () => {
    const head = 'POST / HTTP/1.1\nContent-Type: application/soap+xml; charset=utf-8; action="urn:x"\n\n<a/>';
    expect(read(head).exchanges[0]?.request?.action).toBe('urn:x');
    expect(read('POST / HTTP/1.1\n\n<a/>').exchanges[0]?.request?.action).toBe('');
  });

  it('ends a body at its Content-Length, unless an editor has changed it', () => {
    const body = '<a>\nHTTP/1.1 200 OK\n\n</a>';
    const bodies = (length: number) =>
      read(`HTTP/1.1 200 OK\nContent-Length: ${length}\n\n${body}`).exchanges.map((one) => text(one.response?.body));
    expect(bodies(body.length)).toEqual([body]);
    expect(bodies(7)).toEqual(['<a>', '</a>']);
  });

  it('joins chunks, and takes a body whose chunks the recorder has joined', () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunked = read(`${head}3;x=y\r\n<a>\r\nA\r\n12345678</\r\n2\r\na>\r\n0\r\nT: u\r\n\r\n${request}<b/>`);
    expect(chunked.exchanges.map((one) => text((one.response ?? one.request)?.body))).toEqual([
      '<a>12345678</a>',
      '<b/>',
    ]);
    expect(chunked.exchanges[0]?.response?.line).toBeUndefined();
    expect(text(read(`${head}<a/>`).exchanges[0]?.response?.body)).toBe('<a/>');
  });

  it.each([
    ['gzip', gzipSync('<a/>')],
    ['deflate', deflateSync('<a/>')],
    ['deflate', deflateRawSync('<a/>')],
    ['gzip', Buffer.from('<a/>')],
    ['identity', Buffer.from('<a/>')],
  ])('decodes %s', (coding, body) => {
    const { exchanges } = read(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\n\r\n`, body);
    expect(text(exchanges[0]?.response?.body)).toBe('<a/>');
  });

  it('takes the envelope of a message with attachments', () => {
    const head = 'HTTP/1.1 200 OK\nContent-Type: multipart/related; boundary="b"; type="text/xml"\n\n';
    const { exchanges } = read(`${head}--b\nContent-Type: text/xml\n\n<a/>\n--b\n\nimage\n--b--\n`);
    expect(text(exchanges[0]?.response?.body)?.trim()).toBe('<a/>');
  });

  it('names what it cannot decode', () => {
    const { problems, exchanges } = read(
      'HTTP/1.1 200 OK\nContent-Encoding: zstd\n\nxyz\nHTTP/1.1 200 OK\nContent-Encoding: gzip\n\nxyz',
    );
    expect(exchanges).toEqual([]);
    expect(problems).toEqual([
      { file: 'a.http', part: 'message 1', reason: 'its Content-Encoding is not known' },
      {
        file: 'a.http',
        part: 'message 2',
        reason: 'it is not a body in the Content-Encoding gzip, or larger than 256 MiB',
      },
    ]);
  });

  it('keeps the parts of a multipart message', () => {
    const part = (head: string, body: string): string => `--b\r\n${head}\r\n\r\n${body}\r\n`;
    const body = [
      part('Content-Type: text/xml\r\nContent-ID: <a>', '<a/>'),
      part('Content-Type: image/png\r\nContent-ID: <p>', 'PNG\r\n'),
      part('Content-Type: text/plain\r\nContent-ID: <q>\r\nContent-Transfer-Encoding: base64', 'aGk='),
      '--b--\r\n',
    ];
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: multipart/related; boundary=b; start="<a>"\r\n\r\n';
    const { all } = read(`${head}${body.join('')}`).exchanges[0]?.response ?? {};
    expect(all?.map(({ id, contentType, body: content }) => [id, contentType, text(content)])).toEqual([
      ['<a>', 'text/xml', '<a/>'],
      ['<p>', 'image/png', 'PNG\r\n'],
      ['<q>', 'text/plain', 'hi'],
    ]);
  });
});
