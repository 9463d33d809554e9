import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { WebHandler } from './site.ts';

export interface Served {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves a Web handler on `node:http`: as much of an adapter as the suite needs. */
export async function serveNode(handler: WebHandler): Promise<Served> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
  // Closing a connection just when a busy client reuses it would cause an unrelated error.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(handler: WebHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const { method = 'GET', rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  const request = new Request(`http://${headers.get('host')}${incoming.url}`, {
    method,
    headers,
    signal: gone.signal,
    ...(method === 'POST' ? { body: Readable.toWeb(incoming) as NodeStream as ReadableStream, duplex: 'half' } : {}),
  });
  const response = await handler(request, { peerAddress: incoming.socket.remoteAddress });
  outgoing.writeHead(response.status, [...response.headers].flat());
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  const closed = new Promise<void>((resolve) => {
    outgoing.once('close', () => {
      resolve();
      reader?.cancel().catch(() => undefined);
    });
  });
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    if (!outgoing.write(read.value))
      await Promise.race([new Promise((resolve) => outgoing.once('drain', resolve)), closed]);
  }
  outgoing.end();
}
