import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Route, RouteAnswer } from '@soapwright/runtime/server';
import { errorFields, type Logger } from '../common/logger.ts';

/** The operator's own port. */
export interface OperatorListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Answers GET and HEAD on some paths, and nothing else. @throws {Error} what node:net says when it cannot listen. */
export async function listenForOperator(
  routes: Readonly<Record<string, Route>>,
  { host, port, log }: { readonly host: string; readonly port: number; readonly log: Logger },
): Promise<OperatorListener> {
  const http = createServer({ headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 30_000 });
  http.on('request', (request, response) => {
    answer(routes, request).then(
      (answered) => send(request, response, answered),
      (error: unknown) => {
        log.error('unexpected error', errorFields(error));
        send(request, response, { status: 500, body: 'The server failed. Its log has more.\n' });
      },
    );
  });
  http.listen(port, host);
  await once(http, 'listening');
  const address = http.address();
  return {
    port: address === null || typeof address === 'string' ? port : address.port,
    async close() {
      const closed = once(http, 'close');
      http.close();
      http.closeIdleConnections();
      const cutOff = setTimeout(() => http.closeAllConnections(), 1_000);
      await closed;
      clearTimeout(cutOff);
    },
  };
}

async function answer(routes: Readonly<Record<string, Route>>, request: IncomingMessage): Promise<RouteAnswer> {
  const path = request.url?.split('?', 1)[0] ?? '/';
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (route === undefined) return { status: 404, body: 'There is nothing here.\n' };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, body: 'Here only GET and HEAD are allowed.\n' };
  }
  const { headers, socket } = request;
  return await route({
    peerAddress: socket.remoteAddress,
    httpHeader: (name) => headers[name.toLowerCase()]?.toString(),
  });
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status = 200, contentType = 'text/plain; charset=utf-8', body }: RouteAnswer,
): void {
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  });
  response.end(method === 'HEAD' ? '' : body);
}
