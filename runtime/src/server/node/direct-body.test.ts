import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { DirectBodyRequest } from './direct-body.ts';

interface Seen {
  readonly events: string[];
  readonly requests: DirectBodyRequest[];
}

/** Serves with a listener that passes bodies on, and gives a connection to it to `use`. */
async function withServer(
  use: (socket: Socket, seen: Seen) => Promise<void>,
  { limit = 1_000, first }: { readonly limit?: number; readonly first?: (request: IncomingMessage) => void } = {},
): Promise<Seen> {
  const seen: Seen = { events: [], requests: [] };
  const server: Server = createServer({ IncomingMessage: DirectBodyRequest }, (request, response) => {
    seen.requests.push(request);
    receive(request, response, limit, seen.events);
  });
  const started = (message: unknown): void => {
    const { request, server: its } = message as { request: IncomingMessage; server: Server };
    if (its === server) first?.(request);
  };
  subscribe('http.server.request.start', started);
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.setEncoding('latin1');
    await use(socket, seen);
    socket.destroy();
    return seen;
  } finally {
    unsubscribe('http.server.request.start', started);
    server.closeAllConnections();
    server.close();
  }
}

/** Responds with the body; to one over the limit when its rest was read by the events of a stream. */
function receive(request: DirectBodyRequest, response: ServerResponse, limit: number, events: string[]): void {
  let body = '';
  const end = (): void => {
    events.push('end');
    response.end(`<${body}>`);
  };
  const isDirect = request.passTo({
    receive(piece) {
      events.push(`piece of ${piece.length}`);
      body += Buffer.from(piece).toString('latin1');
      if (body.length <= limit) return;
      request.passNoMore();
      request.on('data', (rest: Uint8Array) => events.push(`rest of ${rest.length}`));
      request.once('end', end);
    },
    end,
  });
  events.push(isDirect ? 'direct' : 'by events');
  if (isDirect) return;
  request.on('data', (piece: Uint8Array) => {
    body += Buffer.from(piece).toString('latin1');
  });
  request.once('end', end);
}

function post(body: string, length: number = body.length): string {
  return `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

/** Waits until the responses to all requests have arrived. */
async function responses(socket: Socket, bodies: readonly string[]): Promise<void> {
  let text = '';
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += piece;
    if (bodies.every((body) => text.includes(`\r\n\r\n<${body}>`))) return;
  }
  throw new Error(`The connection ended after: ${text}`);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('the body of a request', () => {
  test('arrives while it is parsed, and the request has ended with it', async () => {
    const { events, requests } = await withServer(async (socket) => {
      socket.write(post('abc'));
      await responses(socket, ['abc']);
    });
    expect(events).toEqual(['direct', 'piece of 3', 'end']);
    const [request] = requests;
    expect(request).toMatchObject({ complete: true, readableEnded: true, aborted: false, readableLength: 0 });
  });

  test('may be empty, in pieces or chunked, and requests may follow each other at once', async () => {
    const { events } = await withServer(async (socket, seen) => {
      socket.write(post(''));
      await responses(socket, ['']);
      socket.write(post('ab', 4));
      await until(() => seen.events.at(-1) === 'piece of 2');
      socket.write('cd');
      await responses(socket, ['abcd']);
      const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nef\r\n1\r\ng\r\n0\r\n\r\n';
      socket.write(chunked + post('hi') + post('j'));
      await responses(socket, ['efg', 'hi', 'j']);
    });
    expect(events.filter((event) => event === 'end')).toHaveLength(5);
    expect(events).not.toContain('by events');
    expect(events.slice(2, 6)).toEqual(['direct', 'piece of 2', 'piece of 2', 'end']);
  });

  test('comes by the events of a stream when it is not passed on any more', async () => {
    const { events } = await withServer(
      async (socket, seen) => {
        socket.write(post('abc', 8));
        await until(() => seen.events.at(-1) === 'piece of 3');
        socket.write('defgh');
        await responses(socket, ['abc']);
      },
      { limit: 2 },
    );
    expect(events).toEqual(['direct', 'piece of 3', 'rest of 5', 'end']);
  });

  test.each(['data', 'end', 'close'])('comes by events if somebody listens to %s', async (event) => {
    let heard = 0;
    const first = (request: IncomingMessage): void => {
      request.on(event, () => {
        heard += 1;
      });
    };
    const { events } = await withServer(
      async (socket) => {
        socket.write(post('abc'));
        await responses(socket, ['abc']);
      },
      { first },
    );
    expect(events).toEqual(['by events', 'end']);
    expect(heard).toBe(1);
  });

  test('that does not arrive completely aborts the request, and a later disconnect does not', async () => {
    const { requests } = await withServer(async (socket, { requests: all }) => {
      socket.write(post('abc'));
      await responses(socket, ['abc']);
      socket.write(post('abc', 4));
      await until(() => all.length === 2);
      const closed = new Promise((resolve) => all[1]?.once('close', resolve));
      socket.destroy();
      await closed;
    });
    expect(requests.map(({ aborted, complete }) => ({ aborted, complete }))).toEqual([
      { aborted: false, complete: true },
      { aborted: true, complete: false },
    ]);
  });
});
