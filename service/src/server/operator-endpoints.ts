import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Route, RouteResponse } from '@soapwright/runtime/server';
import { errorFields, type Logger } from '../common/logger.ts';
import { filesPrefix } from '../downloads/requested-path.ts';
import { isLocalRequest } from './local-request.ts';
import type { Metrics } from './metrics.ts';
import { type HostRule, hostRejection } from './operator-hosts.ts';

/** How long a result is cached, in milliseconds: anybody may call /readyz, and the check writes to the disk. */
const maxAge = 1_000;

/** Whether the service is ready. Changes are logged: the error when it stops being ready, and when it is ready again. */
export class Readiness {
  readonly #check: () => Promise<void>;
  readonly #log: Logger;
  #stopping = false;
  #result: Promise<boolean> | undefined;
  #checkedAt = 0;
  #wasReady = true;

  /** @param check rejects when the service is not ready. */
  constructor(check: () => Promise<void>, log: Logger) {
    this.#check = check;
    this.#log = log;
  }

  /** Never ready from now on. */
  stop(): void {
    this.#stopping = true;
  }

  async ready(): Promise<boolean> {
    if (this.#stopping) return false;
    if (this.#result === undefined || performance.now() - this.#checkedAt > maxAge) {
      this.#checkedAt = performance.now();
      this.#result = this.#runCheck();
    }
    return (await this.#result) && !this.#stopping;
  }

  async #runCheck(): Promise<boolean> {
    try {
      await this.#check();
      if (!this.#wasReady) this.#log.info('ready again');
      this.#wasReady = true;
    } catch (error) {
      if (this.#wasReady) this.#log.error('not ready', errorFields(error));
      this.#wasReady = false;
    }
    return this.#wasReady;
  }
}

/**
 * Routes for operators: liveness, readiness and metrics.
 *
 * @param open whether all callers may read the metrics; otherwise only this machine may, by a name of this machine or one
 *   that `metricsHosts` accepts.
 * @param hosts the hosts of requests about liveness and readiness.
 */
export function operatorRoutes(
  readiness: Readiness,
  metrics: Metrics,
  { open, hosts, metricsHosts }: { readonly open: boolean; readonly hosts: HostRule; readonly metricsHosts: HostRule },
): Readonly<Record<string, Route>> {
  const guarded =
    (rule: HostRule, route: Route): Route =>
    (request) =>
      rule(request.httpHeader('host')) ? route(request) : hostRejection;
  return {
    '/healthz': guarded(hosts, () => ({ body: 'ok\n' })),
    '/readyz': guarded(hosts, async () =>
      (await readiness.ready()) ? { body: 'ready\n' } : { status: 503, body: 'not ready\n' },
    ),
    '/metrics': guarded(metricsHosts, async (request) => {
      if (!open && !isLocalRequest(request)) return { status: 403, body: 'The metrics are for this machine only.\n' };
      return { contentType: metrics.contentType, body: await metrics.text() };
    }),
  };
}

/** The port for operators. */
export interface OperatorListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Responds to requests below a path. */
export type Responder = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Serves GET and HEAD on some paths.
 *
 * @param files responds below /files/, and `pages` below /operator; undefined: nothing is there.
 * @throws {Error} of node:net when it cannot listen.
 */
export async function listenForOperator(
  routes: Readonly<Record<string, Route>>,
  {
    host,
    port,
    log,
    files,
    pages,
    hosts,
  }: {
    readonly host: string;
    readonly port: number;
    readonly log: Logger;
    /** The hosts of requests. */
    readonly hosts: HostRule;
    readonly files?: Responder | undefined;
    readonly pages?: Responder | undefined;
  },
): Promise<OperatorListener> {
  const http = createServer({ headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 30_000 });
  http.on('request', (request, response) => {
    const failed = (error: unknown): void => {
      log.error('unexpected error', errorFields(error));
      send(request, response, { status: 500, body: 'The server failed. Its log has more.\n' });
    };
    if (!hosts(request.headers.host)) {
      send(request, response, hostRejection);
      return;
    }
    if (files !== undefined && isGet(request) && request.url?.startsWith(filesPrefix)) {
      void files(request, response);
      return;
    }
    if (pages !== undefined && /^\/operator(?:[/?]|$)/.test(request.url ?? '')) {
      pages(request, response).catch(failed);
      return;
    }
    respond(routes, request).then((result) => send(request, response, result), failed);
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

async function respond(routes: Readonly<Record<string, Route>>, request: IncomingMessage): Promise<RouteResponse> {
  const path = request.url?.split('?', 1)[0] ?? '/';
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (route === undefined) return { status: 404, body: 'Not found.\n' };
  if (!isGet(request)) {
    return { status: 405, body: 'Only GET and HEAD are allowed.\n' };
  }
  const { headers, socket } = request;
  return await route({
    peerAddress: socket.remoteAddress,
    httpHeader: (name) => headers[name.toLowerCase()]?.toString(),
  });
}

function isGet({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status = 200, contentType = 'text/plain; charset=utf-8', body }: RouteResponse,
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
