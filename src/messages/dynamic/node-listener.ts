import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';

/** A handler of requests, as `node:http` and Express have it. Fastify passes `request.raw` and `reply.raw`. */
export type NodeListener = (
  request: IncomingMessage & { readonly originalUrl?: string },
  response: ServerResponse,
) => void;

/**
 * Serves a handler of the Fetch API by `node:http`, or in Express before parsers of bodies.
 *
 * @example
 * createServer(nodeListener(gateway)).listen(3000);
 */
export function nodeListener(gateway: { fetch(request: Request): Promise<Response> }): NodeListener {
  return (request, response) => {
    const ended = new AbortController();
    response.once('close', () => ended.abort());
    respond(gateway, request, response, ended.signal).catch(() => {
      // The connection is cut off, so that nobody takes the part for the whole.
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  };
}

async function respond(
  gateway: { fetch(request: Request): Promise<Response> },
  received: Parameters<NodeListener>[0],
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { method = 'GET', headers, originalUrl = received.url ?? '/' } = received;
  const isSecure = 'encrypted' in received.socket;
  const url = `${isSecure ? 'https' : 'http'}://${headers.host ?? 'localhost'}${originalUrl}`;
  if (!originalUrl.startsWith('/') || !URL.canParse(url)) {
    response.writeHead(400).end();
    return;
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new Request(url, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      name.startsWith(':') || value === undefined ? [] : [[name, String(value)]],
    ),
    body: hasBody ? (Readable.toWeb(received) as ReadableStream) : null,
    signal,
    duplex: 'half',
  } as RequestInit);
  const result = await gateway.fetch(request);
  const head = Object.fromEntries(result.headers);
  // The rest of a body that was not read is not waited for.
  const isRead = !hasBody || received.readableEnded;
  response.writeHead(result.status, isRead ? head : { ...head, connection: 'close' });
  if (result.body === null || method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(Readable.fromWeb(result.body as NodeStream), response);
}
