import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions as HttpsAgentOptions, request as httpsRequest } from 'node:https';
import type { Cancellation } from '../cancellation.ts';
import { ClientError } from '../client-error.ts';
import { type ConnectedTransport, connect } from '../connecting-transport.ts';
import { type LazyTransport, type RequestParts, requestWith } from '../lazy-request.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts';
import { CancellableRequest } from './cancellable-request.ts';
import { HttpConnection } from './http-connection.ts';
import { HttpExchange, type Target } from './http-exchange.ts';
import type { HttpProxy } from './http-proxy.ts';
import { loggedConnections } from './logged-by-environment.ts';
import { SendBatch } from './send-batch.ts';

export { watchSignal } from './signal-watch.ts';

export interface HttpTransportOptions {
  /**
   * An agent of your own, such as a proxy's, for every request. `maxSockets` and `tls` are ignored then. Default: one that keeps
   * connections alive.
   */
  readonly agent?: HttpAgent | undefined;
  /** The most connections to one host; default 256. Further calls wait for one, within their `timeout`. */
  readonly maxSockets?: number | undefined;
  /** Options of `https.Agent`: `ca`, `cert`, `key`, `pfx`, `passphrase`, `servername`. */
  readonly tls?: HttpsAgentOptions | undefined;
  /**
   * A proxy: `httpProxy()` or `environmentProxy()` of `@soapwright/runtime/client/authentication/node`. Default: none, also
   * where the environment names one.
   */
  readonly proxy?: HttpProxy | undefined;
  /**
   * Resend a request once if it was sent on an idle connection that the server closed without a response. Default false: the
   * server may have executed the request. Turn it on only if all operations of the service may run twice. A request with a Blob
   * that can be read only once is never resent.
   */
  readonly resendWhenReset?: boolean | undefined;
}

/** A transport that keeps connections. */
export interface HttpTransport extends Transport {
  /** Closes its connections, including those in use, but not those of your own agent. */
  close(): void;
}

/**
 * A transport on `node:http` and `node:https`, the default on Node. Connections are kept alive. Compression is not requested:
 * on a fast network it costs more than it saves. With `SOAPWRIGHT_LOG=calls` in the environment it prints its calls.
 *
 * @throws {ClientError} `invalid-options` for an agent together with a proxy.
 */
export function httpTransport(options: HttpTransportOptions = {}): HttpTransport {
  if (options.agent !== undefined && options.proxy !== undefined) {
    throw new ClientError('invalid-options', 'httpTransport() takes an agent or a proxy, not both.');
  }
  const transport = new NodeTransport(options);
  return loggedConnections(options.proxy?.over(transport) ?? transport);
}

/** The transport of a client whose options name none. */
export function defaultTransport(): Transport {
  return httpTransport();
}

class NodeTransport implements HttpTransport, LazyTransport {
  readonly #options: HttpTransportOptions;
  #http: HttpAgent | undefined;
  #https: HttpAgent | undefined;
  #target: Target | undefined;
  readonly #connections = new Set<HttpConnection>();
  readonly #batch = new SendBatch();

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  sendLarge(request: TransportRequest): Promise<TransportResponse> {
    return this.send(request);
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      let target = this.#target;
      if (target?.url !== request.url) {
        target = this.#targetOf(request.url);
        this.#target = target;
      }
      const exchange = new HttpExchange(request, target, resolve, reject);
      this.#batch.add(() => exchange.send(this.#options.resendWhenReset === true));
    });
  }

  [requestWith](parts: RequestParts, cancellation: Cancellation): TransportRequest {
    return new CancellableRequest(parts, cancellation);
  }

  /** A connection of its own, for schemes that sign connections in; impossible with an agent of the caller. */
  get [connect](): ((address: string) => ConnectedTransport) | undefined {
    if (this.#options.agent !== undefined) return undefined;
    return (address) => {
      const agent = this.#agentFor(new URL(address), 1);
      const transport = new NodeTransport({ ...this.#options, agent });
      const connection = new HttpConnection(transport, agent, () => this.#connections.delete(connection));
      this.#connections.add(connection);
      return connection;
    };
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
    this.#http?.destroy();
    this.#https?.destroy();
    this.#http = undefined;
    this.#https = undefined;
    this.#target = undefined;
  }

  #targetOf(url: string): Target {
    const parsed = new URL(url);
    // Of a proxy, which is sent the whole address, or of the service.
    const through = this.#options.proxy?.withoutTunnel(parsed);
    const server = through ?? parsed;
    const secure = server.protocol === 'https:';
    return {
      url,
      send: secure ? httpsRequest : httpRequest,
      host: parsed.host,
      options: {
        agent: this.#options.agent ?? this.#agent(parsed),
        protocol: server.protocol,
        // Node expects an IPv6 address without brackets.
        hostname: server.hostname.replace(/^\[|\]$/g, ''),
        port: server.port === '' ? (secure ? 443 : 80) : Number(server.port),
        path: through === undefined ? parsed.pathname + parsed.search : url,
        method: 'POST',
        setHost: false,
      },
    };
  }

  #agent(url: URL): HttpAgent {
    if (url.protocol === 'https:') {
      this.#https ??= this.#agentFor(url, this.#options.maxSockets ?? 256);
      return this.#https;
    }
    this.#http ??= this.#agentFor(url, this.#options.maxSockets ?? 256);
    return this.#http;
  }

  #agentFor(url: URL, maxSockets: number): HttpAgent {
    const { tls, proxy } = this.#options;
    const settings = { keepAlive: true, scheduling: 'lifo', maxSockets } as const;
    const secure = url.protocol === 'https:' ? { ...settings, ...tls } : settings;
    const ofProxy = proxy?.agent(url, secure);
    if (ofProxy !== undefined) return ofProxy;
    return url.protocol === 'https:' ? new HttpsAgent(secure) : new HttpAgent(settings);
  }
}
