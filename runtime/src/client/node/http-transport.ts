import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions as HttpsAgentOptions, request as httpsRequest } from 'node:https';
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts';
import { Departures } from './departures.ts';
import { HttpExchange, type Target } from './http-exchange.ts';

export interface HttpTransportOptions {
  /**
   * Your own agent (a proxy's, say) for every request, in place of one that keeps connections alive. `maxSockets` and
   * `tls` are then its business.
   */
  readonly agent?: HttpAgent | undefined;
  /** Connections to one host at a time, 256 unless it is given; more calls wait for one, within their `timeout`. */
  readonly maxSockets?: number | undefined;
  /** For https: `ca`, `cert`, `key`, `servername` and what else `https.Agent` takes. */
  readonly tls?: HttpsAgentOptions | undefined;
  /**
   * Send a request once more when it went out on a connection that was idle before, and the server had closed it
   * without a byte of answer. Off by default: the server may have carried the request out all the same, and SOAP has
   * no way to tell. Turn it on for a service all of whose operations may run twice. A request is never sent again that holds
   * a Blob which can be read once.
   */
  readonly resendWhenReset?: boolean | undefined;
}

/** A transport that holds connections. */
export interface HttpTransport extends Transport {
  /** Ends its connections, those in use too. An agent of your own is left to you. */
  close(): void;
}

/**
 * A transport on `node:http` and `node:https`, the default on Node. Connections are kept alive. No compression is
 * asked for: on a fast network it costs more than it saves.
 */
export function httpTransport(options: HttpTransportOptions = {}): HttpTransport {
  return new NodeTransport(options);
}

/** The transport of a client whose options name none. */
export function defaultTransport(): Transport {
  return httpTransport();
}

class NodeTransport implements HttpTransport {
  readonly #options: HttpTransportOptions;
  #http: HttpAgent | undefined;
  #https: HttpAgent | undefined;
  #target: Target | undefined;
  readonly #departures = new Departures();

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
        target = this.#aim(request.url);
        this.#target = target;
      }
      const exchange = new HttpExchange(request, target, resolve, reject);
      this.#departures.add(() => exchange.send(this.#options.resendWhenReset === true));
    });
  }

  close(): void {
    this.#http?.destroy();
    this.#https?.destroy();
    this.#http = undefined;
    this.#https = undefined;
    this.#target = undefined;
  }

  #aim(url: string): Target {
    const parsed = new URL(url);
    const secure = parsed.protocol === 'https:';
    return {
      url,
      send: secure ? httpsRequest : httpRequest,
      host: parsed.host,
      options: {
        agent: this.#options.agent ?? this.#agent(secure),
        protocol: parsed.protocol,
        // Node wants an IPv6 address without its brackets.
        hostname: parsed.hostname.replace(/^\[|\]$/g, ''),
        port: parsed.port === '' ? (secure ? 443 : 80) : Number(parsed.port),
        path: parsed.pathname + parsed.search,
        method: 'POST',
        setHost: false,
      },
    };
  }

  #agent(secure: boolean): HttpAgent {
    const settings = { keepAlive: true, scheduling: 'lifo', maxSockets: this.#options.maxSockets ?? 256 } as const;
    if (secure) {
      this.#https ??= new HttpsAgent({ ...settings, ...this.#options.tls });
      return this.#https;
    }
    this.#http ??= new HttpAgent(settings);
    return this.#http;
  }
}
