import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { blob, bytes, namespace, nested, operation, text } from '../../../test/support/runtime/table-codec.ts';
import { AppendChunk } from '../../../test/support/runtime/test-service.ts';
import { blobOf } from '../blob/blob-of.ts';
import { type SoapVersion, soap11, soap12 } from '../soap/version.ts';
import { fileSpool } from '../spool/node/file-spool.ts';
import { fetchTransport } from './fetch-transport.ts';
import { mtom } from './mtom.ts';
import type { ClientOptions } from './options.ts';
import { SoapClient } from './soap-client.ts';
import type { Transport } from './transport.ts';

/** Two values in memory and one that is streamed. */
const Exchange = operation(
  'Exchange',
  [text('Name'), bytes('Small'), blob('Large')],
  nested('ExchangeResult', 'ExchangeResult', true, text('Name'), bytes('Small'), bytes('Other'), blob('Large')),
);

const created: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of created.splice(0).reverse()) await each.close();
});

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A service that gives one response to each request. */
async function serve(respond: (request: Received) => { type: string; body: string | Buffer; status?: number }) {
  const requests: Received[] = [];
  const server: Server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const request = { headers: incoming.headers, body: Buffer.concat(pieces) };
      requests.push(request);
      const { type, body, status = 200 } = respond(request);
      response.writeHead(status, { 'Content-Type': type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  created.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests };
}

const clientOf = (address: string, options: Omit<ClientOptions, 'address'> = {}): SoapClient =>
  new SoapClient({ address, multipart: mtom(), ...options });

const include = (id: string): string =>
  `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="${id}"></x:Include>`;

function envelope(content: string, soap: SoapVersion = '1.1'): string {
  const uri = (soap === '1.1' ? soap11 : soap12).namespace;
  return `<s:Envelope xmlns:s="${uri}"><s:Body><ExchangeResponse xmlns="${namespace}"><ExchangeResult>${content}</ExchangeResult></ExchangeResponse></s:Body></s:Envelope>`;
}

const related =
  'multipart/related; boundary="uuid:b+1"; type="application/xop+xml"; start="<root@x>"; start-info="text/xml"';

interface SentPart {
  readonly id?: string;
  readonly type?: string;
  readonly head?: string;
  readonly content: string | Buffer;
}

function multipart(...parts: readonly SentPart[]): Buffer {
  const pieces = parts.flatMap(({ id, type = 'application/octet-stream', head = '', content }) => [
    Buffer.from(
      `\r\n--uuid:b+1\r\nContent-Type: ${type}\r\n${head}${id === undefined ? '' : `Content-ID: <${id}>\r\n`}\r\n`,
    ),
    Buffer.from(content),
  ]);
  return Buffer.concat([...pieces, Buffer.from('\r\n--uuid:b+1--')]);
}

const root = (content: string): SentPart => ({
  id: 'root@x',
  type: 'application/xop+xml; charset=UTF-8; type="text/xml"',
  content: envelope(content),
});

const call = (address: string, options?: Omit<ClientOptions, 'address'>) =>
  clientOf(address, options).call(Exchange, { Name: 'a' });

async function answer(body: Buffer, type = related, options?: Omit<ClientOptions, 'address'>) {
  const { address } = await serve(() => ({ type, body }));
  return await call(address, options);
}

const utf8 = (value: unknown): string => Buffer.from(value as Uint8Array).toString();

const big = Buffer.alloc(200_000, 'ab\r\n--uuid:b');

describe('mtom: sending', () => {
  it.each<SoapVersion>(['1.1', '1.2'])(
    'large values go in parts of their own, small ones inline; SOAP %s',
    async (soap) => {
      const { address, requests } = await serve(() => ({
        type: (soap === '1.1' ? soap11 : soap12).contentType,
        body: envelope('<Name>b</Name>', soap),
      }));
      const Large = new Blob([big], { type: 'image/png' });
      await clientOf(address, { soap }).call(Exchange, { Name: 'a', Small: Buffer.from('small'), Large });
      const [{ headers, body }] = requests as [Received];
      const mediaType = soap === '1.1' ? 'text/xml' : 'application/soap+xml';
      const action = soap === '1.1' ? '' : `; action="${namespace}Exchange"`;
      const type = headers['content-type'] ?? '';
      const found =
        /^multipart\/related; type="application\/xop\+xml"; boundary="(uuid:[-\w]+)"; start="(<root\.[-\w]+@soap>)"; start-info="(.*?)"(.*)$/.exec(
          type,
        );
      expect(found?.slice(3)).toEqual([mediaType, action]);
      expect(Number(headers['content-length'])).toBe(body.length);
      const [, boundary, start] = found ?? [];
      const text = body.toString('latin1');
      const [before, first = '', second = '', after] = text.split(`--${boundary}`);
      expect([before, after]).toEqual(['', '--\r\n']);
      expect(first).toContain(`Content-Type: application/xop+xml; charset=UTF-8; type="${mediaType}"${action}\r\n`);
      expect(first).toContain(`Content-ID: ${start}\r\n\r\n<?xml`);
      expect(first).toContain('<Small>c21hbGw=</Small>');
      const id =
        /<Large><xop:Include xmlns:xop="http:\/\/www.w3.org\/2004\/08\/xop\/include" href="cid:(.*?)"\/><\/Large>/.exec(
          first,
        )?.[1];
      const head = `\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${id}>\r\n\r\n`;
      expect(second).toBe(`${head}${big.toString('latin1')}\r\n`);
    },
  );

  it('a request without large values is sent as it is, unless the service demands MTOM', async () => {
    const { address, requests } = await serve(() => ({ type: soap11.contentType, body: envelope('') }));
    const input = { Name: 'a', Small: Buffer.alloc(1023) };
    await clientOf(address).call(Exchange, input);
    await clientOf(address, { multipart: mtom({ send: 'never' }) }).call(Exchange, {
      ...input,
      Large: new Blob([big]),
    });
    await clientOf(address, { multipart: mtom({ send: 'always' }) }).call(Exchange, { Name: 'a' });
    await clientOf(address, { multipart: mtom({ threshold: 1023 }) }).call(Exchange, input);
    const types = requests.map(({ headers }) => headers['content-type']?.split(';')[0]);
    expect(types).toEqual(['text/xml', 'text/xml', 'multipart/related', 'multipart/related']);
    expect(requests[2]?.body.toString()).toContain(
      '<Exchange xmlns="https://files.example/v2/"><Name>a</Name></Exchange>',
    );
  });

  it('a Blob that can be read once is sent as it is read; one that is too short fails the call', async () => {
    const { address, requests } = await serve(() => ({ type: soap11.contentType, body: envelope('') }));
    await clientOf(address).call(Exchange, { Large: blobOf([big], { size: big.length }) });
    expect(requests[0]?.body.includes(big)).toBe(true);
    const short = clientOf(address).call(Exchange, { Large: blobOf([big], { size: big.length + 1 }) });
    await expect(short).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('refuses options that are not numbers', () => {
    expect(() => mtom({ threshold: -1 })).toThrow(/threshold of mtom/);
  });
});

describe('mtom: receiving', () => {
  const small = { id: 'small', content: 'small' };
  const large = { id: 'large@b', type: 'image/png; name="c.png"', content: big };

  it.each<[string, readonly SentPart[]]>([
    [
      'the root first',
      [root(`<Small>${include('cid:small')}</Small><Large>\n ${include('cid:large%40b')} </Large>`), small, large],
    ],
    [
      'the root last',
      [large, small, root(`<Small>${include('cid:small')}</Small><Large>${include('cid:large@b')}</Large>`)],
    ],
    [
      'parts that nothing refers to',
      [
        { content: 'x' },
        { id: 'y', content: big },
        root(`<Small>${include('cid:small')}</Small><Large>${include('cid:large@b')}</Large>`),
        small,
        large,
      ],
    ],
  ])('reads %s', async (_what, parts) => {
    const { Name, Small, Large } = await answer(multipart(...parts));
    expect([Name, Buffer.from(Small as Uint8Array).toString()]).toEqual([undefined, 'small']);
    const file = Large as File;
    expect([file.size, file.type, file.name]).toEqual([big.length, 'image/png; name="c.png"', 'c.png']);
    expect(Buffer.from(await file.arrayBuffer()).equals(big)).toBe(true);
  });

  it('reads large values into memory where the field is not streamed', async () => {
    const { Small, Other } = await answer(
      multipart(large, root(`<Small>${include('cid:large@b')}</Small><Other>${include('cid:o')}</Other>`), {
        id: 'o',
        content: 'other',
      }),
    );
    expect([Buffer.from(Small as Uint8Array).equals(big), utf8(Other)]).toEqual([true, 'other']);
  });

  it('reads attachments of SOAP, whose elements refer to them by href', async () => {
    const type = 'multipart/related; boundary="uuid:b+1"; type="text/xml"';
    const body = multipart(
      { ...root('<Small href="cid:small"/><Large href="cid:large@b"></Large>'), type: 'text/xml' },
      small,
      large,
    );
    const { Small, Large } = await answer(body, type);
    expect([utf8(Small), (Large as Blob).size]).toEqual(['small', big.length]);
  });

  it('reads inline values, and responses without parts', async () => {
    expect(utf8((await answer(multipart(root('<Small>c21hbGw=</Small>')))).Small)).toBe('small');
    const plain = await answer(Buffer.from(envelope('<Name>b</Name><Large>c21hbGw=</Large>')), 'text/xml');
    expect([plain.Name, await (plain.Large as Blob).text()]).toEqual(['b', 'small']);
  });

  it('reads faults, and responses of SOAP 1.2', async () => {
    const fault = `<s:Envelope xmlns:s="${soap11.namespace}"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>`;
    const { address } = await serve(() => ({
      type: related,
      body: multipart({ ...root(''), content: fault }),
      status: 500,
    }));
    await expect(call(address)).rejects.toMatchObject({ name: 'SoapFault', message: 'no' });
    const type = related.replace('text/xml', 'application/soap+xml');
    const part = {
      id: 'root@x',
      type: 'application/xop+xml; type="application/soap+xml"',
      content: envelope('<Name>b</Name>', '1.2'),
    };
    expect(await answer(multipart(part), type, { soap: '1.2' })).toMatchObject({ Name: 'b' });
  });

  it('keeps large parts in files, which are removed when nothing needs them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'soapwright-mtom-'));
    created.push({ close: () => rmSync(folder, { recursive: true }) });
    const spool = fileSpool({ folder });
    const parts = multipart(large, root(`<Large>${include('cid:large@b')}</Large>`));
    const { Large } = await answer(parts, related, { spool });
    expect((Large as Blob).size).toBe(big.length);
    const held = readdirSync(folder, { recursive: true }).length;
    await expect(answer(multipart(large, root('<Large>?</Large>')), related, { spool })).rejects.toThrow();
    await expect.poll(() => readdirSync(folder, { recursive: true }).length).toBeLessThanOrEqual(held);
  });

  const refer = (reference: string): SentPart => root(`<Small>${include(reference)}</Small>`);
  it.each<[string, readonly SentPart[], string, RegExp]>([
    ['a reference to an address', [refer('http://127.0.0.1/')], 'bad-answer', /part of the message only/],
    ['a reference to a file', [refer('file:///etc/passwd')], 'bad-answer', /part of the message only/],
    [
      'an href of an element to an address',
      [root('<Small href="http://127.0.0.1/"/>')],
      'bad-answer',
      /part of the message only/,
    ],
    ['a reference to a part that is not there', [refer('cid:none'), small], 'bad-answer', /does not have/],
    ['two parts of one name', [refer('cid:small'), small, small], 'bad-answer', /same Content-ID/],
    ['two roots', [root(''), root('')], 'bad-answer', /same Content-ID/],
    ['no root', [small], 'bad-answer', /root is missing/],
    ['an Include beside text', [root(`<Small>x${include('cid:small')}</Small>`), small], 'bad-answer', /Small/],
    ['an Include before text', [root(`<Small>${include('cid:small')}x</Small>`), small], 'bad-answer', /Small/],
    [
      'two Includes in one value',
      [root(`<Small>${include('cid:small')}${include('cid:small')}</Small>`), small],
      'bad-answer',
      /Small/,
    ],
    [
      'one part for two values',
      [root(`<Small>${include('cid:small')}</Small><Other>${include('cid:small')}</Other>`), small],
      'bad-answer',
      /two values refer to the same part/,
    ],
    ['another element in a value', [root('<Small><y/></Small>'), small], 'bad-answer', /does not belong here/],
    [
      'parts of parts',
      [refer('cid:small'), { ...small, type: 'multipart/mixed; boundary=c' }],
      'bad-answer',
      /itself multipart/,
    ],
  ])('refuses %s', async (_what, parts, code, message) => {
    await expect(answer(multipart(...parts))).rejects.toMatchObject({ code, message });
  });

  it.each<[string, Parameters<typeof mtom>[0], ClientOptions['limits'], RegExp]>([
    ['parts', { maxParts: 2 }, undefined, /maxParts \(2\)/],
    ['bytes of a header', { maxPartHeaderBytes: 40 }, undefined, /maxPartHeaderBytes \(40\)/],
    ['bytes of a part', {}, { maxStreamBytes: 100_000 }, /maxStreamBytes/],
    ['bytes of all parts', {}, { maxSpoolBytes: 100_000 }, /maxSpoolBytes/],
    ['bytes in memory', {}, { maxBodyBytes: 150_000 }, /maxBodyBytes/],
  ])('a response has limited %s', async (_what, options, limits, message) => {
    const body = multipart(root(`<Small>${include('cid:large@b')}</Small>`), small, large);
    await expect(answer(body, related, { multipart: mtom(options), limits })).rejects.toMatchObject({
      code: 'too-large',
      message,
    });
  });

  it('a response that is cut off fails the call', async () => {
    const body = multipart(root(''), small);
    await expect(answer(body.subarray(0, body.length - 20))).rejects.toMatchObject({ code: 'bad-answer' });
  });

  it('a client without the option reads parts in memory', async () => {
    const body = multipart(
      large,
      root(`<Small>${include('cid:small')}</Small><Large>${include('cid:large@b')}</Large>`),
      small,
    );
    const { Small, Large } = await answer(body, related, { multipart: undefined });
    expect([utf8(Small), (Large as Blob).size, (Large as Blob).type]).toEqual(['small', big.length, large.type]);
    await expect(
      answer(multipart(refer('http://localhost/')), related, { multipart: undefined }),
    ).rejects.toMatchObject({
      code: 'bad-answer',
      message: /part of the message only/,
    });
    const bad = multipart({ ...root(''), type: 'text/plain' });
    await expect(answer(bad, related, { multipart: undefined })).rejects.toMatchObject({ message: /text\/plain/ });
  });

  it('reads what a transport without sinks received, with the limits of parts', async () => {
    const body = multipart(root(`<Small>${include('cid:small')}</Small>`), small);
    const { address } = await serve(() => ({ type: related, body }));
    const inner = fetchTransport();
    const transport: Transport = { send: (request) => inner.send({ ...request, sink: undefined }) };
    expect(utf8((await call(address, { transport })).Small)).toBe('small');
    await expect(call(address, { transport, multipart: mtom({ maxParts: 1 }) })).rejects.toMatchObject({
      code: 'too-large',
      message: /maxParts \(1\)/,
    });
  });

  it('other operations of the client stream as before', async () => {
    const { address } = await serve(() => ({ type: soap11.contentType, body: '' }));
    const input = { APIKey: 'key', ChunkData: new Blob([big]), Offset: 0n, BytesRead: 1, isLastChunk: true };
    await expect(clientOf(address).call(AppendChunk, input)).rejects.toMatchObject({ code: 'not-soap' });
  });
});
