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
import { DirectBodyRequest } from './direct-body.ts';
import { connect, destroyAll, type OpenSockets, stop } from './http-sockets.ts';
import { Listener, type OtherRequests } from './listener.ts';

/** A certificate, followed by its chain, and its private key, as PEM. */
export interface TlsPair {
  readonly cert: string | Uint8Array;
  readonly key: string | Uint8Array;
}

/** Certificates of callers. */
export interface ClientCertificates {
  /** Certificates of the authorities that issue them, as PEM. */
  readonly ca: string | Uint8Array;
  /** Refuse the handshake of a caller without a certificate that they issued; default true. */
  readonly required?: boolean | undefined;
}

/** Times are in milliseconds. */
export interface ListenOptions {
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Name or address to listen on; default `127.0.0.1`, reachable from this machine only. */
  readonly host?: string | undefined;
  /** HTTPS instead of HTTP: TLS 1.3, and TLS 1.2 with forward secrecy. */
  readonly tls?: TlsPair | undefined;
  /** Certificates that callers may or must present over HTTPS: `clientCertificate` of a handler's context. */
  readonly clientCertificates?: ClientCertificates | undefined;
  /** Timeout for the head of a request; default 20 s. */
  readonly headersTimeout?: number | undefined;
  /** Timeout for a complete request; default 5 min. */
  readonly requestTimeout?: number | undefined;
  /** Timeout between two pieces of a body; default 30 s. */
  readonly bodyTimeout?: number | undefined;
  /** Timeout of an idle connection; default 30 s. */
  readonly keepAliveTimeout?: number | undefined;
  /** Timeout for a caller that does not read its response; default 30 s. It must read 1 KiB a second on average. */
  readonly writeTimeout?: number | undefined;
  /**
   * Maximum connections; default 10,000. One over the limit gets one response (503 to a request for an operation) and is
   * closed; beyond an eighth more, connections are dropped.
   */
  readonly maxConnections?: number | undefined;
  /** Maximum pending requests of one connection; default 100. One more gets 503, and the connection is closed. */
  readonly maxPipelined?: number | undefined;
  /** Gets each request before the service does, and returns whether it responds. It must not throw. */
  readonly others?: OtherRequests | undefined;
}

/** A server that listens. */
export interface Listening {
  /** The address of the service. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /**
   * Stops: accepts no new connections, finishes running requests, and closes idle connections (rule T9). Resolves when all
   * connections are closed.
   *
   * @param deadline milliseconds until running requests are aborted; default 10,000.
   */
  close(deadline?: number): Promise<void>;
  /**
   * Uses another certificate for new handshakes; existing connections keep theirs.
   *
   * @throws {Error} of node:tls for an invalid pair, and on a server without TLS; the old certificate then stays in use.
   */
  reloadTls(pair: TlsPair): void;
}

/** Serves over HTTP. @throws {Error} of node:net if it cannot listen, such as `EADDRINUSE`. */
export async function listen(server: SoapServer, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', tls, requestTimeout = 300_000, keepAliveTimeout = 30_000 } = options;
  const headersTimeout = Math.min(options.headersTimeout ?? 20_000, requestTimeout);
  const settings: HttpOptions<typeof DirectBodyRequest> = {
    IncomingMessage: DirectBodyRequest,
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
      : createHttpsServer({
          ...settings,
          ...contextOf(tls, options.clientCertificates),
          ...(options.clientCertificates && {
            requestCert: true,
            rejectUnauthorized: options.clientCertificates.required ?? true,
          }),
          handshakeTimeout: headersTimeout,
          allowHalfOpen: true,
        });
  const http: HttpServer = secure ?? createHttpServer(settings);
  // A caller that has closed its side still waits for the response (RFC 9112, 9.6).
  Object.assign(http, { httpAllowHalfOpen: true });
  const { bodyTimeout = 30_000, maxPipelined = defaultMaxPipelined, others } = options;
  const listener = new Listener(server, bodyTimeout, maxPipelined, others);
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
      const timer = setTimeout(() => destroyAll(http, sockets), deadline);
      return stopped.finally(() => clearTimeout(timer));
    },
    reloadTls(pair) {
      if (secure === undefined) throw new TypeError('A server that listens without TLS has no certificate to change.');
      const context = contextOf(pair, options.clientCertificates);
      // Validated first: a server with an invalid pair would reject all handshakes.
      createSecureContext(context);
      secure.setSecureContext(context);
    },
  };
}

/** All suites of TLS 1.3, and those of TLS 1.2 with forward secrecy and authenticated encryption. */
const ciphers: string = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

function contextOf({ cert, key }: TlsPair, callers: ClientCertificates | undefined): SecureContextOptions {
  const own = { cert: Buffer.from(cert), key: Buffer.from(key), minVersion: 'TLSv1.2' as const, ciphers };
  return callers === undefined ? own : { ...own, ca: Buffer.from(callers.ca) };
}

/** A host to connect to, also for a server that listens on all addresses. */
function nameInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
