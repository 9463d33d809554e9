import { afterEach, describe, expect, it } from 'vitest';
import { selfSigned } from '../../../test/support/runtime/certificate.ts';
import {
  httpResponse,
  type RawResponse,
  type RawServer,
  rawServer,
  until,
} from '../../../test/support/runtime/raw-server.ts';
import { ClientError } from './client-error.ts';
import { fetchTransport } from './fetch-transport.ts';
import { findHeader } from './http-headers.ts';
import { httpTransport } from './node/http-transport.ts';
import type { BufferedRequest, Transport } from './transport.ts';

const created: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of created.splice(0)) await each.close();
});

async function start(answer: RawResponse): Promise<RawServer> {
  const server = await rawServer(answer);
  created.push(server);
  return server;
}

const ok = httpResponse('200 OK', 'text/xml; charset=utf-8', '<a/>');

function post(url: string, more: Partial<BufferedRequest> = {}): BufferedRequest {
  const body = more.body ?? '<ä/>';
  return {
    url,
    headers: [
      ['Content-Type', 'text/xml; charset=utf-8'],
      ['Content-Length', String(Buffer.byteLength(body))],
      ['SOAPAction', '"urn:a"'],
    ].flat(),
    body,
    maxResponseBytes: 1_000_000,
    signal: new AbortController().signal,
    ...more,
  };
}

const transports: [string, () => Transport][] = [
  [
    'httpTransport',
    () => {
      const transport = httpTransport();
      created.push(transport);
      return transport;
    },
  ],
  ['fetchTransport', () => fetchTransport()],
];

describe.each(transports)('%s', (_name, make) => {
  it('C4: posts the bytes with their length and never in chunks', async () => {
    const server = await start(() => ok);
    const transport = make();
    for (const body of ['<ä/>', new TextEncoder().encode('<ä/>'), new Uint8Array(300_000).fill(0x61)]) {
      await transport.send(post(`${server.address}?x=1`, { body }));
      const request = server.requests.at(-1);
      expect(request?.requestLine).toBe('POST /v2/fileservice.asmx?x=1 HTTP/1.1');
      expect(Buffer.from(body as string).equals(request?.body ?? new Uint8Array(0))).toBe(true);
      const names = request?.headers.map(([name]) => name.toLowerCase()) ?? [];
      expect(names.filter((name) => name === 'content-length')).toHaveLength(1);
      expect(names.filter((name) => name === 'host')).toHaveLength(1);
      expect(names.filter((name) => name === 'content-type')).toHaveLength(1);
      expect(names).not.toContain('transfer-encoding');
      expect(names).not.toContain('expect');
    }
  });

  it('returns status, headers and body for any status', async () => {
    const server = await start(() => httpResponse('503 Busy', 'text/plain', 'later', ['Retry-After: 3']));
    const response = await make().send(post(server.address));
    expect(response.status).toBe(503);
    expect(findHeader(response.headers, 'retry-after')).toBe('3');
    expect(findHeader(response.headers, 'content-type')).toBe('text/plain');
    expect(findHeader(response.headers, 'soapaction')).toBeUndefined();
    expect(Buffer.from(response.body).toString()).toBe('later');
  });

  it('reads a body that arrives in pieces, chunked or not', async () => {
    const server = await start((request, socket) => {
      if (request.requestLine.includes('chunked')) {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n<a\r\n');
        setTimeout(() => socket.write('2\r\n/>\r\n0\r\n\r\n'), 10);
      } else {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n<a');
        setTimeout(() => socket.write('/>'), 10);
      }
      return undefined;
    });
    const transport = make();
    for (const query of ['?chunked', '']) {
      const { body } = await transport.send(post(server.address + query));
      expect(Buffer.from(body).toString()).toBe('<a/>');
    }
  });

  it('reuses a connection for the next request', async () => {
    const server = await start(() => ok);
    const transport = make();
    for (let i = 0; i < 5; i++) await transport.send(post(server.address));
    // Node's fetch gives a connection back a little late, and may have taken another one by then.
    expect(new Set(server.requests.map((request) => request.connection)).size).toBeLessThanOrEqual(2);
  });

  it('does not follow a redirect', async () => {
    const server = await start(() => httpResponse('302 Found', '', '', ['Location: /elsewhere']));
    const response = await make().send(post(server.address));
    expect(response.status).toBe(302);
    expect(findHeader(response.headers, 'location')).toBe('/elsewhere');
    expect(server.requests).toHaveLength(1);
  });

  it('stops at a response over the limit, declared or not, and closes the connection', async () => {
    const server = await start((request, socket) => {
      const declared = request.requestLine.includes('declared');
      socket.write(`HTTP/1.1 200 OK\r\n${declared ? 'Content-Length: 9000000' : 'Connection: close'}\r\n\r\n`);
      const writing = setInterval(() => socket.write('x'.repeat(1000)), 1);
      socket.on('close', () => clearInterval(writing));
      return undefined;
    });
    const transport = make();
    for (const query of ['?declared', '']) {
      const sent = transport.send(post(server.address + query, { maxResponseBytes: 5000 }));
      await expect(sent).rejects.toMatchObject({ code: 'too-large', httpStatus: 200 });
      await expect(sent).rejects.toThrow(/maxBodyBytes.*5000/);
      await until(() => server.requests.at(-1)?.socket.destroyed === true);
    }
  });

  it('accepts a response of exactly the limit', async () => {
    const server = await start(() => ok);
    const { body } = await make().send(post(server.address, { maxResponseBytes: 4 }));
    expect(body).toHaveLength(4);
  });

  it('rejects when the connection breaks before or during a response', async () => {
    const server = await start((request, socket) => {
      if (request.requestLine.includes('reset')) socket.resetAndDestroy();
      else if (request.requestLine.includes('close')) socket.end();
      else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf');
      return undefined;
    });
    const transport = make();
    for (const query of ['?reset', '?close', '?half']) {
      await expect(transport.send(post(server.address + query))).rejects.toThrow();
    }
    await expect(transport.send(post('http://127.0.0.1:1/'))).rejects.toThrow();
  });

  it('rejects immediately when the server changes the protocol', async () => {
    const server = await start(
      () => 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
    );
    await expect(make().send(post(server.address))).rejects.toThrow();
    await until(() => server.open.size === 0);
  });

  it('sends nothing when already aborted', async () => {
    const server = await start(() => ok);
    const reason = new ClientError('aborted', 'enough');
    const transport = make();
    const sent = transport.send(post(`${server.address}?aborted`, { signal: AbortSignal.abort(reason) }));
    await expect(sent).rejects.toBe(reason);
    // The aborted request would have arrived before this one.
    await transport.send(post(`${server.address}?next`));
    expect(server.requests.map(({ requestLine }) => requestLine)).toEqual([expect.stringContaining('?next')]);
  });

  it('destroys the connection when aborted in flight, before and during the response', async () => {
    const server = await start((request) =>
      request.requestLine.includes('begun') ? 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf' : undefined,
    );
    const transport = make();
    for (const [count, query] of [
      [1, ''],
      [2, '?begun'],
    ] as const) {
      const controller = new AbortController();
      const sent = transport.send(post(server.address + query, { signal: controller.signal }));
      const caught = expect(sent).rejects.toThrow('enough');
      await until(() => server.requests.length === count);
      if (query !== '') await new Promise((resolve) => setTimeout(resolve, 20));
      controller.abort(new ClientError('aborted', 'enough'));
      await caught;
      await until(() => server.requests.at(-1)?.socket.destroyed === true);
    }
  });
});

describe('httpTransport', () => {
  function http(options?: Parameters<typeof httpTransport>[0]): Transport {
    const transport = httpTransport(options);
    created.push(transport);
    return transport;
  }

  it('requests no compression and sends few headers', async () => {
    const server = await start(() => ok);
    await http().send(post(server.address));
    expect(server.requests[0]?.headers.map(([name]) => name)).toEqual([
      'Host',
      'Content-Type',
      'Content-Length',
      'SOAPAction',
      'Connection',
    ]);
    expect(server.requests[0]?.headers[0]?.[1]).toBe(new URL(server.address).host);
  });

  it('opens no more connections than maxSockets', async () => {
    const server = await start((_request, socket) => {
      setTimeout(() => socket.write(ok), 5);
      return undefined;
    });
    const transport = http({ maxSockets: 2 });
    await Promise.all(Array.from({ length: 8 }, () => transport.send(post(server.address))));
    expect(new Set(server.requests.map((request) => request.connection))).toEqual(new Set([1, 2]));
  });

  it('never resends a request, except with resendWhenReset', async () => {
    let responses = 0;
    const dying: RawResponse = (_request, socket) => {
      if (++responses % 2 === 1) return ok;
      socket.resetAndDestroy();
      return undefined;
    };
    const plain = await start(dying);
    const first = http();
    await first.send(post(plain.address));
    await expect(first.send(post(plain.address))).rejects.toMatchObject({
      code: 'connection-lost',
      cause: { code: 'ECONNRESET' },
    });
    expect(plain.requests).toHaveLength(2);

    responses = 0;
    const again = await start(dying);
    const second = http({ resendWhenReset: true });
    await second.send(post(again.address));
    expect((await second.send(post(again.address))).status).toBe(200);
    expect(again.requests).toHaveLength(3);
  });

  it('also resends a large request that was being written when the connection was found closed', async () => {
    const server = await start(() => ok);
    const transport = http({ resendWhenReset: true });
    await transport.send(post(server.address));
    for (const socket of server.open) socket.destroy();
    expect((await transport.send(post(server.address, { body: 'x'.repeat(5_000_000) }))).status).toBe(200);
    expect(server.requests).toHaveLength(2);
  });

  it('resends only on a reused connection', async () => {
    const server = await start((_request, socket) => {
      socket.resetAndDestroy();
      return undefined;
    });
    await expect(http({ resendWhenReset: true }).send(post(server.address))).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
  });

  it('reads a response that arrives before the request is sent completely', async () => {
    const { createServer } = await import('node:net');
    const early = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(httpResponse('413 Too Large', 'text/plain', 'no', ['Connection: close'])));
    });
    await new Promise<void>((resolve) => early.listen(0, '127.0.0.1', resolve));
    created.push({ close: () => new Promise((resolve) => early.close(() => resolve())) });
    const { port } = early.address() as { port: number };
    const response = await http().send(post(`http://127.0.0.1:${port}/`, { body: 'x'.repeat(200_000) }));
    expect(response.status).toBe(413);
  });

  it('supports https, and verifies the server', async () => {
    const { createServer } = await import('node:https');
    const pair = selfSigned();
    const server = createServer(pair, (request, answer) => {
      request.resume().on('end', () => answer.setHeader('Content-Length', 2).end('ok'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    created.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
    const { port } = server.address() as { port: number };
    const url = `https://localhost:${port}/`;
    const trusting = http({ tls: { ca: pair.cert } });
    for (let i = 0; i < 2; i++) expect(Buffer.from((await trusting.send(post(url))).body).toString()).toBe('ok');
    await expect(http().send(post(url))).rejects.toThrow('self-signed certificate');
    server.closeAllConnections();
  });

  it('uses a given agent, and does not close it', async () => {
    const { Agent } = await import('node:http');
    const agent = new Agent({ keepAlive: true });
    const server = await start(() => ok);
    const transport = httpTransport({ agent });
    await transport.send(post(server.address));
    await until(() => Object.keys(agent.freeSockets).length === 1);
    transport.close();
    expect(Object.keys(agent.freeSockets)).toHaveLength(1);
    agent.destroy();
  });

  it('close ends the idle connections', async () => {
    const server = await start(() => ok);
    const transport = httpTransport();
    await transport.send(post(server.address));
    expect(server.open.size).toBe(1);
    transport.close();
    await until(() => server.open.size === 0);
  });
});

describe('fetchTransport', () => {
  it('accepts any fetch, and further settings for it', async () => {
    const seen: [string, RequestInit][] = [];
    const transport = fetchTransport({
      fetch: async (url, init) => {
        seen.push([url, init]);
        return new Response('<a/>', { status: 201, headers: { 'X-A': 'b' } });
      },
      init: { credentials: 'include' },
    });
    const response = await transport.send(post('http://files.example/'));
    expect(response.status).toBe(201);
    expect(findHeader(response.headers, 'x-a')).toBe('b');
    expect(seen[0]?.[0]).toBe('http://files.example/');
    expect(seen[0]?.[1]).toMatchObject({ method: 'POST', redirect: 'manual', credentials: 'include' });
    expect(seen[0]?.[1].headers).not.toContainEqual(['Content-Length', '5']);
  });

  it('reports when a browser hides the target of a redirect', async () => {
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const transport = fetchTransport({ fetch: async () => hidden });
    await expect(transport.send(post('http://files.example/'))).rejects.toMatchObject({ code: 'redirected' });
  });

  it('reads a response without a body', async () => {
    const transport = fetchTransport({ fetch: async () => new Response(null, { status: 204 }) });
    expect(await transport.send(post('http://files.example/'))).toMatchObject({ status: 204, body: new Uint8Array(0) });
  });
});
