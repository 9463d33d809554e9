import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { fetchTransport, SoapClient } from '@soapwright/runtime/client';
import { ntlm } from '@soapwright/runtime/client/authentication/node';
import { httpTransport } from '@soapwright/runtime/client/node';
import type { SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { EverythingClient } from '../golden/everything/expected/client.ts';
import { check, rejection, same, shown } from './assert.ts';
import { Carry } from './carrier.ts';
import type { Case } from './case.ts';
import { patterned } from './random.ts';
import { roundTrips } from './round-trips.ts';
import { carrierServer, everythingServer } from './site.ts';

async function listening(server: SoapServer, use: (listening: Listening) => Promise<void>): Promise<void> {
  const open = await listen(server, { bodyTimeout: 500, headersTimeout: 500 });
  try {
    await use(open);
  } finally {
    await open.close(1_000);
  }
}

/** The response of a server to text on a socket, until it closes the connection. */
function spoken(port: number, ...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (piece) => {
      text += piece;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    for (const piece of pieces) socket.write(piece);
  });
}

const message = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Ping xmlns="urn:everything/">four</Ping></e:Body></e:Envelope>`;

function head(...more: readonly string[]): string {
  const lines = [
    'POST /everything HTTP/1.1',
    'Host: localhost',
    'Content-Type: text/xml; charset=utf-8',
    'SOAPAction: ""',
  ];
  return `${[...lines, ...more].join('\r\n')}\r\n\r\n`;
}

const whole = `${head(`Content-Length: ${message.length}`)}${message}`;

/** The challenge of MS-NLMP 4.2.4.3. */
const ntlmChallenge =
  'TlRMTVNTUAACAAAADAAMADgAAAAzgoriASNFZ4mrze8AAAAAAAAAACQAJABEAAAABgBwFwAAAA9TAGUAcgB2AGUAcgACAAwARABvAG0AYQBpAG4AAQAMAFMAZQByAHYAZQByAAAAAAA=';

/** A service that wants each connection to be signed in by two messages, and the types of the messages that it got. */
async function signedIn(use: (url: string, types: readonly string[]) => Promise<void>): Promise<void> {
  const types: string[] = [];
  const known = new Set<unknown>();
  const pong = message.replaceAll('Ping', 'Pong').replace('four', '4');
  const server = createServer((incoming, response) => {
    const [scheme, token = ''] = (incoming.headers.authorization ?? '').split(' ');
    const type = scheme === 'NTLM' ? atob(token).charCodeAt(8) : 0;
    let bytes = 0;
    incoming.on('data', (piece: Uint8Array) => {
      bytes += piece.length;
    });
    incoming.on('end', () => {
      types.push(`${type} ${bytes > 0}`);
      if (type === 3) known.add(incoming.socket);
      if (known.has(incoming.socket)) response.writeHead(200, { 'Content-Type': 'text/xml' }).end(pong);
      else response.writeHead(401, { 'WWW-Authenticate': `NTLM${type === 1 ? ` ${ntlmChallenge}` : ''}` }).end('page');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  try {
    await use(`http://127.0.0.1:${(server.address() as { port: number }).port}/`, types);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const cases: Record<string, () => Promise<void>> = {
  'NTLM signs a connection in once': () =>
    signedIn(async (address, types) => {
      const authentication = ntlm({ user: 'User', password: 'Password', domain: 'Domain' });
      const transport = httpTransport();
      const client = new EverythingClient({ address, authentication, transport });
      for (let calls = 0; calls < 3; calls++) same(await client.Ping('four'), 4);
      same(types, ['1 false', '3 true', '0 true', '0 true']);
      transport.close();
    }),
  'both transports call it': () =>
    listening(everythingServer(), async ({ url }) => {
      const transport = httpTransport();
      for (const each of [transport, fetchTransport()]) {
        const client = new EverythingClient({ address: url, transport: each });
        for (let calls = 0; calls < 5; calls++) same(await client.Ping('four'), 4);
      }
      transport.close();
    }),
  '8 MiB go and come': () =>
    listening(carrierServer(), async ({ url }) => {
      const bytes = patterned(8 * 1024 * 1024);
      const transport = httpTransport();
      for (const each of [transport, fetchTransport()]) {
        const client = new SoapClient({ address: url, transport: each });
        const response = await client.call(Carry, new Blob([bytes]));
        same(new Uint8Array(await response.arrayBuffer()), bytes);
      }
      transport.close();
    }),
  'T3, T8: keep-alive, pipelining and Expect work': () =>
    listening(everythingServer(), async ({ port }) => {
      const closing = `${head(`Content-Length: ${message.length}`, 'Connection: close', 'Expect: 100-continue')}${message}`;
      const said = await spoken(port, whole, whole, closing);
      same(said.match(/HTTP\/1\.1 200 /g)?.length, 3, 'answers');
      same(said.match(/HTTP\/1\.1 100 /g)?.length, 1, 'wishes to go on');
      same(said.match(/\r\nContent-Length: \d+\r\n/g)?.length, 3, 'Content-Length');
      check(!/transfer-encoding/i.test(said), said);
    }),
  'T3: a body without a length is refused': () =>
    listening(everythingServer(), async ({ port }) => {
      const said = await spoken(port, head('Transfer-Encoding: chunked', 'Connection: close'), '0\r\n\r\n');
      check(said.startsWith('HTTP/1.1 411 '), said);
    }),
  'T3: two framings are refused': () =>
    listening(everythingServer(), async ({ port }) => {
      const said = await spoken(
        port,
        head('Transfer-Encoding: chunked', 'Content-Length: 5', 'Connection: close'),
        '0\r\n\r\n',
      );
      check(said.startsWith('HTTP/1.1 400 '), said);
    }),
  'T10: invalid HTTP is answered in plain text': () =>
    listening(everythingServer(), async ({ port }) => {
      for (const text of ['no HTTP\r\n\r\n', 'GET /everything HTTP/1.1\r\nConnection: close\r\n\r\n']) {
        const said = await spoken(port, text);
        check(said.startsWith('HTTP/1.1 400 ') && /\r\nContent-Length: \d+\r\n/.test(said), said);
      }
    }),
  'T8: a head and a body that do not come are cut off': () =>
    listening(everythingServer(), async ({ port }) => {
      const [slowHead, slowBody] = await Promise.all([
        spoken(port, 'POST /everything HTTP/1.1\r\nHost: l'),
        spoken(port, head('Content-Length: 500'), '<a'),
      ]);
      check(slowHead === '' || slowHead.startsWith('HTTP/1.1 408 '), slowHead);
      check(slowBody === '' || slowBody.startsWith('HTTP/1.1 408 '), slowBody);
    }),
  'T7: a body over the limit is answered 413 before it is there': () =>
    listening(everythingServer({ limits: { maxBodyBytes: 10_000 } }), async ({ port }) => {
      const said = await spoken(port, head('Content-Length: 20000000', 'Connection: close'), 'x'.repeat(100_000));
      check(said.startsWith('HTTP/1.1 413 ') && said.includes('limits.maxBodyBytes'), said.slice(0, 300));
    }),
  'T6: gzip, deflate and br are decoded': async () => {
    const { gzipSync, deflateSync, deflateRawSync, brotliCompressSync } = await import('node:zlib');
    const codings = [
      ['gzip', gzipSync(message)],
      ['deflate', deflateSync(message)],
      ['deflate', deflateRawSync(message)],
      ['br', brotliCompressSync(message)],
    ] as const;
    await listening(everythingServer(), async ({ url }) => {
      for (const [coding, body] of codings) {
        const headers = { 'Content-Type': 'text/xml', SOAPAction: '""', 'Content-Encoding': coding };
        const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
        same([response.status, (await response.text()).includes('>4</Pong>')], [200, true], coding);
      }
    });
  },
  'P4: the peer is known, and the form shown': () =>
    listening(everythingServer(), async ({ url }) => {
      check((await (await fetch(`${url}?op=Find`)).text()).includes('<form'), 'a form');
    }),
  'the handler hears that the caller reset the connection': async () => {
    const { createEverythingServer } = await import('../golden/everything/expected/server.ts');
    const { echo } = await import('../end-to-end/echo.ts');
    let heard: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => {
      heard = resolve;
    });
    let begun: (() => void) | undefined;
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const server = createEverythingServer(
      {
        ...echo,
        Ping: async (_, { signal }) => {
          signal.addEventListener('abort', () => heard?.());
          begun?.();
          await gone;
          return 1;
        },
      },
      { state: undefined },
    );
    await listening(server, async ({ port }) => {
      // A caller that half-closes may still wait for the response (RFC 9112, 9.6).
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(whole);
      await running;
      socket.resetAndDestroy();
      await gone;
    });
  },
  'T9: a server that closes finishes begun responses': async () => {
    const { createEverythingServer } = await import('../golden/everything/expected/server.ts');
    const { echo } = await import('../end-to-end/echo.ts');
    let begun: (() => void) | undefined;
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const server = createEverythingServer(
      {
        ...echo,
        Ping: async () => {
          begun?.();
          await new Promise((resolve) => setTimeout(resolve, 300));
          return 7;
        },
      },
      { state: undefined },
    );
    const open = await listen(server);
    const transport = httpTransport();
    const call = new EverythingClient({ address: open.url, transport }).Ping('a');
    await running;
    const closed = open.close(5_000);
    same(await call, 7);
    transport.close();
    await closed;
    const rejected = await rejection(fetch(open.url), 'a request after the end');
    check(rejected instanceof Error, shown(rejected));
  },
  'resetting a connection in the middle of a request harms nobody': () =>
    listening(everythingServer(), async ({ port, url }) => {
      for (let times = 0; times < 10; times++) {
        await new Promise<void>((resolve) => {
          const outgoing = request({
            port,
            host: '127.0.0.1',
            path: '/everything',
            method: 'POST',
            headers: { 'Content-Length': 500, 'Content-Type': 'text/xml' },
          });
          outgoing.on('error', () => undefined);
          outgoing.on('close', () => resolve());
          outgoing.write('<a');
          setTimeout(() => outgoing.destroy(), 10);
        });
      }
      same(await new EverythingClient({ address: url, transport: fetchTransport() }).Ping('four'), 4);
    }),
};

/** Cases that need Node's modules, which Bun and Deno also have: `listen` and `httpTransport`. */
export const nodeCases: readonly Case[] = [
  ...Object.entries(cases).map(([what, run]) => ({ name: `node:http: ${what}`, run })),
  ...roundTrips('node:http', () => httpTransport()),
];
