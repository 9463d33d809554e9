import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type ServerOptions as HttpOptions,
  type Server as HttpServer,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { SoapServer } from '../soap-server.ts';
import { endSocket } from './connection.ts';
import { Listener } from './listener.ts';

/** Times are in milliseconds. */
export interface ListenOptions {
  /** Default 0: one that is free. */
  readonly port?: number | undefined;
  /** Name or address to listen on; default `127.0.0.1`, this machine alone. */
  readonly host?: string | undefined;
  /** Certificate and private key as PEM: HTTPS instead of HTTP. */
  readonly tls?: { readonly cert: string | Uint8Array; readonly key: string | Uint8Array } | undefined;
  /** Until the head of a request is there; default 20 s. */
  readonly headersTimeout?: number | undefined;
  /** Until a request is there, body included; default 5 min. */
  readonly requestTimeout?: number | undefined;
  /** Between two pieces of a body; default 30 s. */
  readonly bodyTimeout?: number | undefined;
  /** Until a connection that nothing happens on is closed; default 30 s. */
  readonly keepAliveTimeout?: number | undefined;
}

/** A server that listens. */
export interface Listening {
  /** The address of the service. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /**
   * Stops: no new connections, what runs is finished, idle connections are closed (rule T9). Resolves when all is over.
   *
   * @param deadline milliseconds until what still runs is cut off; default 10,000.
   */
  close(deadline?: number): Promise<void>;
}

/** Serves over HTTP. @throws {Error} what node:net says when it cannot listen, such as `EADDRINUSE`. */
export async function listen(server: SoapServer, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', tls, requestTimeout = 300_000, keepAliveTimeout = 30_000 } = options;
  const headersTimeout = Math.min(options.headersTimeout ?? 20_000, requestTimeout);
  const settings: HttpOptions = {
    requireHostHeader: false,
    insecureHTTPParser: false,
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
    connectionsCheckingInterval: Math.min(Math.max(headersTimeout / 4, 50), 5_000),
  };
  const listener = new Listener(server, options.bodyTimeout ?? 30_000);
  const http: HttpServer =
    tls === undefined
      ? createHttpServer(settings)
      : createHttpsServer({ ...settings, cert: Buffer.from(tls.cert), key: Buffer.from(tls.key) });
  const sockets = connect(http, listener, tls === undefined ? 'connection' : 'secureConnection');
  http.listen(port, host);
  await once(http, 'listening');
  const address = http.address();
  const bound = address === null || typeof address === 'string' ? port : address.port;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${nameInUrl(host)}:${bound}${server.path}`,
    host,
    port: bound,
    close: (deadline = 10_000) => stop(http, listener, sockets, deadline),
  };
}

/** Hooks the listener up, and keeps the sockets that are open. */
function connect(http: HttpServer, listener: Listener, event: 'connection' | 'secureConnection'): Set<Socket> {
  const sockets = new Set<Socket>();
  http.on('request', (request, response) => listener.answer(request, response, { waits: false }));
  http.on('checkContinue', (request, response) => listener.answer(request, response, { waits: true }));
  http.on('checkExpectation', (request, response) => listener.refuse(request, response, 417));
  http.on('connect', (_request, socket) => endSocket(socket, 405));
  http.on('clientError', (error, socket) => listener.connection(socket).fail(socket, error));
  http.on(event, (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

async function stop(http: HttpServer, listener: Listener, sockets: Set<Socket>, deadline: number): Promise<void> {
  listener.stopping = true;
  if (!http.listening) return;
  const closed = once(http, 'close');
  http.close();
  const sweep = setInterval(() => {
    http.closeIdleConnections();
    // To Node a connection on which nothing was ever asked is not idle.
    for (const socket of sockets) if (listener.connection(socket).last === undefined) socket.destroy();
  }, 50);
  const cutOff = setTimeout(() => http.closeAllConnections(), deadline);
  await closed;
  clearInterval(sweep);
  clearTimeout(cutOff);
}

/** Something to connect to: a server that listens on every address of the machine is reached by its own name. */
function nameInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
