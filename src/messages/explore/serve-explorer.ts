import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExploreAccess } from './access.ts';
import { type ExploreRequest, largestForm, TooLarge } from './explore-request.ts';
import type { Explorer } from './explorer.ts';
import type { PageResponse } from './page-response.ts';

/** A page that listens. */
export interface ServedExplorer {
  /** With the token. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Milliseconds for a browser to send a request. */
const requestTimeout = 60_000;

/**
 * Serves the page on this machine only.
 *
 * @param port 0 is any that is free.
 * @throws {Error} of node:net if it cannot listen.
 */
export async function serveExplorer(explorer: Explorer, port: number): Promise<ServedExplorer> {
  let access: ExploreAccess | undefined;
  const server = createServer({ requestTimeout }, (request, response) => {
    void respond(request, response, explorer, access);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const own = (server.address() as AddressInfo).port;
  access = new ExploreAccess(randomBytes(24).toString('base64url'), own);
  return {
    url: `http://127.0.0.1:${own}/?token=${access.token}`,
    port: own,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  explorer: Explorer,
  access: ExploreAccess | undefined,
): Promise<void> {
  let page: PageResponse;
  try {
    page = await pageFor(exploreRequest(message), explorer, access);
  } catch (error) {
    // The message of an unexpected error may have anything in it.
    const name = error instanceof Error ? error.name : 'an error';
    page = plain(500, `The page cannot be shown (${name}).`);
  }
  const { status, headers, body } = page;
  response.writeHead(status, [...headers, ...(message.complete ? [] : ['Connection', 'close'])]);
  response.end(message.method === 'HEAD' ? undefined : body);
}

async function pageFor(
  request: ExploreRequest,
  explorer: Explorer,
  access: ExploreAccess | undefined,
): Promise<PageResponse> {
  if (access === undefined) return plain(503, 'The page starts.');
  const refusal = access.refusal(request);
  if (refusal !== undefined) return plain(refusal.status, refusal.text);
  if (request.method !== 'POST' && new URLSearchParams(request.target.slice(2)).has('token')) {
    // The token leaves the address, which a browser keeps and shows.
    return {
      status: 303,
      headers: ['Location', '/', 'Set-Cookie', access.cookie, 'Cache-Control', 'no-store'],
      body: '',
    };
  }
  return await explorer.handle(request);
}

function exploreRequest(message: IncomingMessage): ExploreRequest {
  const { method = '', url: target = '', headers } = message;
  return {
    method,
    target,
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    body: () => bodyOf(message),
  };
}

async function bodyOf(message: IncomingMessage): Promise<Uint8Array> {
  const tooLarge = new TooLarge(`A form has at most ${largestForm / 2 ** 20} MiB.`);
  if (Number(message.headers['content-length'] ?? 0) > largestForm) throw tooLarge;
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of message) {
    length += (piece as Buffer).length;
    if (length > largestForm) throw tooLarge;
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

function plain(status: number, text: string): PageResponse {
  const headers = [
    'Content-Type',
    'text/plain; charset=utf-8',
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
  ];
  return { status, headers, body: `${text}\n` };
}
