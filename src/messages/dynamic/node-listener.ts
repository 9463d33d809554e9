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
    response.once('finish', () => passOver(request));
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
    body: hasBody ? bodyOf(received) : null,
    signal,
    duplex: 'half',
  } as RequestInit);
  const result = await gateway.fetch(request);
  response.writeHead(result.status, Object.fromEntries(result.headers));
  if (result.body === null || method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(Readable.fromWeb(result.body as NodeStream), response);
}

/** Reads nothing before it is asked for. What nobody asks for is passed over after the response. */
function bodyOf(received: IncomingMessage): ReadableStream<Uint8Array> {
  const pieces = received.iterator({ destroyOnReturn: false });
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(new Uint8Array(value as Buffer));
      },
    },
    { highWaterMark: 0 },
  );
}

/** In milliseconds: a caller that sends for longer what nobody reads is cut off. */
const longestRest = 10_000;

/** Passes over the rest of a body: many callers read the response only when they have sent all. */
function passOver(received: IncomingMessage): void {
  if (received.readableEnded) return;
  received.resume();
  const timer = setTimeout(() => received.destroy(), longestRest).unref();
  received.once('close', () => clearTimeout(timer));
}
