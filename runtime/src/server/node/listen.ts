import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type ServerOptions as HttpOptions,
  type Server as HttpServer,
} from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { SoapServer } from '../soap-server.ts';
import { defaultMaxPipelined } from './connection.ts';
import { connect, cutOff, type OpenSockets, stop } from './http-sockets.ts';
import { Listener } from './listener.ts';

/** A certificate, with those that vouch for it behind it, and its private key, as PEM. */
export interface TlsPair {
  readonly cert: string | Uint8Array;
  readonly key: string | Uint8Array;
}

/** Times are in milliseconds. */
export interface ListenOptions {
  /** Default 0: one that is free. */
  readonly port?: number | undefined;
  /** Name or address to listen on; default `127.0.0.1`, this machine alone. */
  readonly host?: string | undefined;
  /** HTTPS instead of HTTP, from TLS 1.2 on. */
  readonly tls?: TlsPair | undefined;
  /** Until the head of a request is there; default 20 s. */
  readonly headersTimeout?: number | undefined;
  /** Until a request is there, body included; default 5 min. */
  readonly requestTimeout?: number | undefined;
  /** Between two pieces of a body; default 30 s. */
  readonly bodyTimeout?: number | undefined;
  /** Until a connection that nothing happens on is closed; default 30 s. */
  readonly keepAliveTimeout?: number | undefined;
  /** Until a caller that takes nothing of its answer is cut off; default 30 s. It must take 1 KiB a second all in all. */
  readonly writeTimeout?: number | undefined;
  /**
   * Connections at once; default 10,000. One that is over it is answered once (503 where it asks for an operation) and
   * closed; when there are an eighth more, further ones are dropped.
   */
  readonly maxConnections?: number | undefined;
  /** Requests that may be unanswered on one connection; default 100. One more is answered 503, and the connection closed. */
  readonly maxPipelined?: number | undefined;
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
  /**
   * Takes another certificate for handshakes from now on; connections that are there go on with the one they have.
   *
   * @throws {Error} what node:tls says of a pair that is none, and on a server without TLS; the old one then stays.
   */
  reloadTls(pair: TlsPair): void;
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
  const secure: HttpsServer | undefined =
    tls === undefined
      ? undefined
      : createHttpsServer({ ...settings, ...contextOf(tls), handshakeTimeout: headersTimeout, allowHalfOpen: true });
  const http: HttpServer = secure ?? createHttpServer(settings);
  // A caller that has said all it has to say, and closed its side, still waits for the answer (RFC 9112, 9.6).
  Object.assign(http, { httpAllowHalfOpen: true });
  const listener = new Listener(server, options.bodyTimeout ?? 30_000, options.maxPipelined ?? defaultMaxPipelined);
  const sockets: OpenSockets = connect(http, listener, {
    secure: secure !== undefined,
    maxConnections: options.maxConnections ?? 10_000,
    writeTimeout: options.writeTimeout ?? 30_000,
  });
  http.listen(port, host);
  await once(http, 'listening');
  const address = http.address();
  let stopped: Promise<void> | undefined;
  const bound = address === null || typeof address === 'string' ? port : address.port;
  return {
    url: `${secure === undefined ? 'http' : 'https'}://${nameInUrl(host)}:${bound}${server.path}`,
    host,
    port: bound,
    close(deadline = 10_000) {
      stopped ??= stop(http, listener, sockets);
      const timer = setTimeout(() => cutOff(http, sockets), deadline);
      return stopped.finally(() => clearTimeout(timer));
    },
    reloadTls(pair) {
      if (secure === undefined) throw new TypeError('A server that listens without TLS has no certificate to change.');
      const context = contextOf(pair);
      // Tried by itself: a server that has half of a pair that is wrong would answer nobody.
      createSecureContext(context);
      secure.setSecureContext(context);
    },
  };
}

function contextOf({ cert, key }: TlsPair): SecureContextOptions {
  return { cert: Buffer.from(cert), key: Buffer.from(key), minVersion: 'TLSv1.2' };
}

/** Something to connect to: a server that listens on every address of the machine is reached by its own name. */
function nameInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
