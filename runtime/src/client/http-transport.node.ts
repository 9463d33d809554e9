import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, type AgentOptions as HttpsAgentOptions, request as httpsRequest } from 'node:https';
import { AnswerBody, tooLarge } from './answer-body.ts';
import { findHeader, type Transport, type TransportRequest, type TransportResponse } from './transport.ts';

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
   * no way to tell. Turn it on for a service all of whose operations may run twice.
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

/** The parts of an address that Node wants, worked out once. */
interface Target {
  readonly url: string;
  readonly send: typeof httpRequest;
  readonly options: RequestOptions;
  /** The `Host` header. */
  readonly host: string;
}

class NodeTransport implements HttpTransport {
  readonly #options: HttpTransportOptions;
  #http: HttpAgent | undefined;
  #https: HttpAgent | undefined;
  #target: Target | undefined;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      let target = this.#target;
      if (target?.url !== request.url) {
        target = this.#aim(request.url);
        this.#target = target;
      }
      exchange(request, target, this.#options.resendWhenReset === true, resolve, reject);
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

function exchange(
  request: TransportRequest,
  target: Target,
  resend: boolean,
  resolve: (response: TransportResponse) => void,
  reject: (error: unknown) => void,
): void {
  const { options } = target;
  let answered = false;
  const outgoing: ClientRequest = target.send({
    agent: options.agent,
    protocol: options.protocol,
    hostname: options.hostname,
    port: options.port,
    path: options.path,
    method: 'POST',
    setHost: false,
    headers: ['Host', target.host, ...request.headers],
  } as RequestOptions);
  outgoing.on('response', (incoming) => {
    answered = true;
    collect(outgoing, incoming, request.maxAnswerBytes, resolve, reject);
  });
  // Without a listener Node ends the connection and tells nobody.
  outgoing.on('upgrade', (_incoming, socket) => {
    socket.destroy();
    reject(new Error('the server changed the protocol, which was not asked for'));
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    // An error of sending does not matter once the answer is coming: the server may answer before it has read all.
    if (answered) return;
    // A large request is still being written when the connection turns out to be closed.
    if (resend && outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) {
      exchange(request, target, false, resolve, reject);
    } else {
      reject(error);
    }
  });
  const cancel = (reason: unknown): void => {
    reject(reason);
    outgoing.destroy();
  };
  if (request.onCancel !== undefined) {
    request.onCancel(cancel);
  } else {
    const { signal } = request;
    const onAbort = (): void => cancel(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    outgoing.on('close', () => signal.removeEventListener('abort', onAbort));
  }
  outgoing.end(request.body, 'utf8');
}

function collect(
  outgoing: ClientRequest,
  incoming: IncomingMessage,
  limit: number,
  resolve: (response: TransportResponse) => void,
  reject: (error: unknown) => void,
): void {
  const status = incoming.statusCode ?? 0;
  const headers = incoming.rawHeaders;
  const refuse = (): void => {
    reject(tooLarge(limit, status));
    outgoing.destroy();
  };
  if (Number(findHeader(headers, 'content-length')) > limit) {
    refuse();
    return;
  }
  const body = new AnswerBody(limit);
  incoming.on('data', (piece: Uint8Array) => {
    if (!body.add(piece)) refuse();
  });
  incoming.on('end', () => resolve({ status, headers, body: body.bytes() }));
  incoming.on('error', reject);
}
