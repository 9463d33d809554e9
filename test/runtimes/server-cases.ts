import type { SoapServer } from '@soapwright/runtime/server';
import { check, same } from './assert.ts';
import { Carry, path as carrierPath } from './carrier.ts';
import type { Case } from './case.ts';
import { base64Of } from './oracle.ts';
import { patterned, Random } from './random.ts';
import { carrierServer, everythingServer, fileServer, sumOf } from './site.ts';

const namespace = 'urn:everything/';
const encoder = new TextEncoder();

function ping(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Ping xmlns="${namespace}">${text}</Ping></e:Body></e:Envelope>`,
  );
}

function post(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
  more: RequestInit = {},
): Request {
  return new Request('http://localhost:8080/everything', {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""', ...headers },
    body,
    ...more,
  });
}

/** A body that comes in pieces, as those of platforms do. */
function streamed(bytes: Uint8Array<ArrayBuffer>, size: () => number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) {
        controller.close();
        return;
      }
      const end = Math.min(at + size(), bytes.length);
      controller.enqueue(bytes.slice(at, end));
      at = end;
    },
  });
}

const duplex: { duplex: 'half' } = { duplex: 'half' };

async function squeezed(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'gzip' | 'deflate' | 'deflate-raw',
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function responses(response: Response | Promise<Response>, status: number, ...texts: string[]): Promise<string> {
  const answer = await response;
  const text = await answer.text();
  same(answer.status, status, text.slice(0, 200));
  same(answer.headers.get('content-length'), String(encoder.encode(text).length), 'Content-Length');
  for (const each of texts) check(text.includes(each), `${JSON.stringify(each)} is in ${text.slice(0, 300)}`);
  return text;
}

const cases: Record<string, (server: SoapServer) => Promise<unknown>> = {
  'T1, P1, P2: pages are served': async (server) => {
    const page = (query: string, method = 'GET') =>
      server.fetch(new Request(`http://localhost:8080/everything${query}`, { method }));
    await responses(page(''), 200, 'EchoAnimals', '?wsdl');
    await responses(page('?WSDL'), 200, '<wsdl:definitions', 'location="http://localhost:8080/everything"');
    await responses(page('?op=Nothing'), 404);
    const head = await page('', 'HEAD');
    same([head.status, (await head.arrayBuffer()).byteLength], [200, 0]);
    same((await page('', 'PUT')).headers.get('allow'), 'GET, HEAD, POST');
    await responses(server.fetch(new Request('http://localhost:8080/other')), 404);
  },
  'P4: the test form is shown to this machine alone': async (server) => {
    const asked = () => new Request('http://localhost:8080/everything?op=Find');
    check((await responses(server.fetch(asked(), { peerAddress: '127.0.0.1' }), 200)).includes('<form'), 'a form here');
    check(!(await responses(server.fetch(asked()), 200)).includes('<form'), 'no form elsewhere');
  },
  'P3: a test form is carried out': async () => {
    const server = fileServer();
    const form = new FormData();
    form.set('EmailAddress', 'me@example.org');
    form.set('omit:APIKey', 'on');
    form.set('soap:version', '1.2');
    const address = `http://localhost:8080${server.path}?op=SSOLoginURL`;
    const request = new Request(address, { method: 'POST', body: form });
    await responses(server.fetch(request, { peerAddress: '::1' }), 200, 'me@example.org');
  },
  'T2, D2, D4: invalid requests are refused': async (server) => {
    await responses(server.fetch(post(ping('a'), { 'Content-Type': 'text/plain' })), 415);
    await responses(server.fetch(post(ping('a'), { SOAPAction: '"urn:other"' })), 500, 'Client');
    await responses(server.fetch(post(ping('a').subarray(0, 90))), 500, 'Client');
    await responses(server.fetch(post('<!DOCTYPE x []><x/>')), 500, 'Client');
    await responses(server.fetch(post(new Uint8Array(0))), 500, 'Client');
    await responses(server.fetch(post(Uint8Array.of(0x3c, 0xff, 0xfe))), 500, 'UTF-8');
  },
  'T5: UTF-16 is read': async (server) => {
    const text = `\ufeff${new TextDecoder().decode(ping('\u{1f600}'))}`;
    const units = new Uint8Array(text.length * 2);
    const view = new DataView(units.buffer);
    for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), true);
    await responses(server.fetch(post(units, { 'Content-Type': 'text/xml; charset=utf-16' })), 200, '>2</Pong>');
  },
  'T6: gzip and both kinds of deflate are decoded': async (server) => {
    for (const [format, coding] of [
      ['gzip', 'gzip'],
      ['deflate', 'deflate'],
      ['deflate-raw', 'deflate'],
    ] as const) {
      const body = await squeezed(ping('four'), format);
      await responses(server.fetch(post(body, { 'Content-Encoding': coding })), 200, '>4</Pong>');
      const headers = { 'Content-Encoding': coding };
      // Deno takes a body without its checksum. The missing part of the message is found all the same.
      await responses(server.fetch(post(body.slice(0, body.length / 2), headers)), 500, 'Client');
      await responses(server.fetch(post(ping('a'), headers)), 500, 'InvalidEncoding');
    }
    await responses(server.fetch(post(ping('a'), { 'Content-Encoding': 'br' })), 415);
  },
  'T6: what unpacks to more than the limit is cut off': async () => {
    const server = everythingServer({ limits: { maxBodyBytes: 100_000 } });
    const body = await squeezed(ping(' '.repeat(5_000_000)), 'gzip');
    await responses(server.fetch(post(body, { 'Content-Encoding': 'gzip' })), 413, 'limits.maxBodyBytes');
  },
  'a body that comes as a stream is read, whatever its pieces': async (server) => {
    const random = new Random();
    for (const size of [() => 1, () => 7, () => 1 + random.below(300), () => 1_000_000]) {
      for (const length of [3, 400, 70_000]) {
        if (size() === 1 && length > 400) continue;
        const text = `ä${'x'.repeat(length)}\u{1f600}`;
        const request = post(streamed(ping(text), size), {}, duplex);
        await responses(server.fetch(request), 200, `>${text.length}</Pong>`);
      }
    }
  },
  'a streamed field of 8 MiB comes as a stream, with line breaks too': async () => {
    const random = new Random();
    const bytes = patterned(8 * 1024 * 1024 - 1);
    const server = fileServer();
    const service = 'http://tempuri.org/';
    const uri =
      /targetNamespace="([^"]+)"/.exec(
        await (await server.fetch(new Request(`http://localhost:8080${server.path}?wsdl`))).text(),
      )?.[1] ?? service;
    const text = base64Of(bytes);
    for (const data of [text, text.replace(/.{76}/g, '$&\r\n')]) {
      const message = encoder.encode(
        `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><AppendChunkWithFolderAccessKey xmlns="${uri}"><FileName>f</FileName><ChunkData>${data}</ChunkData><Offset>7</Offset><BytesRead>${bytes.length}</BytesRead><isLastChunk>true</isLastChunk></AppendChunkWithFolderAccessKey></e:Body></e:Envelope>`,
      );
      const request = new Request(`http://localhost:8080${server.path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/soap+xml' },
        body: streamed(message, () => 1 + random.below(150_000)),
        ...duplex,
      });
      await responses(
        server.fetch(request),
        200,
        `<UploadToken>7:${bytes.length}:${sumOf(bytes)}<`,
        'ChunkAppended>true<',
      );
    }
  },
  'R4: a streamed field of invalid base64 is refused, wherever it goes wrong': async () => {
    const server = carrierServer();
    const good = base64Of(patterned(300_000));
    const send = (data: string): Promise<Response> =>
      server.fetch(
        new Request(`http://localhost${carrierPath}`, {
          method: 'POST',
          headers: { 'Content-Type': 'text/xml', SOAPAction: `"${Carry.soapAction}"` },
          body: streamed(
            encoder.encode(
              `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Carry xmlns="urn:carrier/"><Data>${data}</Data></Carry></e:Body></e:Envelope>`,
            ),
            () => 20_000,
          ),
          ...duplex,
        }),
      );
    await responses(send(good), 200, good.slice(-100));
    await responses(
      send(`${good.slice(0, 100_000)}<!-- - -->&#x0A;<![CDATA[${good.slice(100_000)}]]>`),
      200,
      good.slice(-100),
    );
    for (const bad of ['-', '=', '\u00a0', '&#xC;', '<b/>', 'A']) {
      for (const at of [0, 50_000, good.length - 3, good.length]) {
        await responses(send(good.slice(0, at) + bad + good.slice(at)), 500, 'Client');
      }
    }
  },
  'a body without an end is given up at the limit': async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10_000).fill(0x20)),
      cancel() {
        cancelled = true;
      },
    });
    const server = everythingServer({ limits: { maxBodyBytes: 200_000 } });
    await responses(server.fetch(post(endless, {}, duplex)), 413, 'limits.maxBodyBytes');
    check(cancelled, 'the stream was cancelled');
  },
  'a body that breaks off is answered 400': async (server) => {
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) });
    await responses(server.fetch(post(broken, {}, duplex)), 400);
  },
  'T1: pages of other origins are answered where cors allows it': async () => {
    const server = everythingServer({ origins: ['https://app.example'] });
    const asked = async (origin: string): Promise<(string | null)[]> => {
      const { headers, status } = await server.fetch(post(ping('a'), { Origin: origin }));
      return [String(status), headers.get('access-control-allow-origin'), headers.get('vary')];
    };
    // A browser does not let a script set Origin.
    if (new Request('http://a/', { headers: { Origin: 'x' } }).headers.get('origin') === null) return;
    same(await asked('https://app.example'), ['200', 'https://app.example', 'Origin']);
    same(await asked('https://other.example'), ['200', null, 'Origin']);
  },
};

/** A generated server behind `server.fetch`, called directly. */
export const serverCases: readonly Case[] = Object.entries(cases).map(([what, run]) => ({
  name: `server.fetch: ${what}`,
  run: async () => void (await run(everythingServer())),
}));
