import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type ServerOptions as HttpOptions,
  type Server as HttpServer,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { SoapServer } from '../soap-server.ts';
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
      : createHttpsServer({
          ...settings,
          handshakeTimeout: headersTimeout,
          cert: Buffer.from(tls.cert),
          key: Buffer.from(tls.key),
        });
  const sockets = connect(http, listener, tls !== undefined);
  http.listen(port, host);
  await once(http, 'listening');
  const address = http.address();
  let stopped: Promise<void> | undefined;
  const bound = address === null || typeof address === 'string' ? port : address.port;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${nameInUrl(host)}:${bound}${server.path}`,
    host,
    port: bound,
    close(deadline = 10_000) {
      stopped ??= stop(http, listener, sockets);
      const cutOff = setTimeout(() => cutAllOff(http, sockets), deadline);
      return stopped.finally(() => clearTimeout(cutOff));
    },
  };
}

/** The sockets that are open. */
interface Sockets {
  /** Those that speak HTTP. */
  readonly speaking: Set<Socket>;
  /** Those that are still shaking hands for TLS, by their peer; node:http knows nothing of them. */
  readonly greeting: Map<string, Socket>;
}

/** Hooks the listener up, and keeps the sockets that are open. */
function connect(http: HttpServer, listener: Listener, secure: boolean): Sockets {
  const sockets: Sockets = { speaking: new Set(), greeting: new Map() };
  const { speaking, greeting } = sockets;
  http.on('request', (request, response) => listener.answer(request, response, { waits: false }));
  http.on('checkContinue', (request, response) => listener.answer(request, response, { waits: true }));
  http.on('checkExpectation', (request, response) => listener.refuse(request, response, 417));
  http.on('connect', (_request, socket) => {
    // Node hands the socket over without a listener for its errors, and an error without one ends the process.
    socket.on('error', () => socket.destroy());
    listener.connection(socket).end(socket, 405);
  });
  http.on('clientError', (error, socket) => listener.connection(socket).fail(socket, error));
  if (secure) {
    http.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      greeting.set(peer, socket);
      socket.once('close', () => greeting.get(peer) === socket && greeting.delete(peer));
    });
  }
  http.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (secure) greeting.delete(peerOf(socket));
    speaking.add(socket);
    socket.once('close', () => speaking.delete(socket));
  });
  return sockets;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

async function stop(http: HttpServer, listener: Listener, { speaking, greeting }: Sockets): Promise<void> {
  listener.stopping = true;
  const closed = once(http, 'close');
  // Node's own, which `close` calls as well, takes a connection for idle while an answer is still on its way to a slow
  // reader, and one for busy on which nothing was ever asked.
  http.closeIdleConnections = () => {
    for (const socket of speaking) if (listener.connection(socket).idle) socket.destroy();
    for (const socket of greeting.values()) socket.destroy();
  };
  http.close();
  const sweep = setInterval(() => http.closeIdleConnections(), 50);
  await closed;
  clearInterval(sweep);
}

/** Sockets that Node has handed over or not taken in yet are not among the connections that it closes. */
function cutAllOff(http: HttpServer, { speaking, greeting }: Sockets): void {
  http.closeAllConnections();
  for (const socket of [...speaking, ...greeting.values()]) socket.destroy();
}

/** Something to connect to: a server that listens on every address of the machine is reached by its own name. */
function nameInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
