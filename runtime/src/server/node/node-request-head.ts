import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { ContentCoding, RequestHead } from '../request-head.ts';
import { isClosed, whenClosed } from './send-response.ts';

const codings: readonly ContentCoding[] = ['gzip', 'deflate', 'br'];

/** Data that a framework adds to a request of node:http. */
export interface HostedRequest {
  /** The complete request target; default: that of the request, which frameworks shorten by their routes. */
  readonly target?: string | undefined;
  readonly mounted?: boolean | undefined;
  /** Headers that fit the body, if a framework has decoded it. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** The complete body, if a framework has read it. */
  readonly body?: Uint8Array | undefined;
}

/** The head of a request of node:http. Properties that need a system call are getters. */
export class NodeHead implements RequestHead {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly needsHost: boolean;
  readonly needsLength = true;
  readonly codings: readonly ContentCoding[] = codings;
  readonly excess: boolean;
  readonly mounted: boolean | undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #threadDelay: ThreadDelay;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    excess: boolean,
    threadDelay: ThreadDelay,
    { target, mounted, rawHeaders }: HostedRequest,
  ) {
    this.method = request.method ?? 'GET';
    this.target = target ?? request.url ?? '/';
    this.mounted = mounted;
    this.rawHeaders = rawHeaders ?? request.rawHeaders;
    this.needsHost = request.httpVersionMinor === 1 && request.httpVersionMajor === 1;
    this.#request = request;
    this.#response = response;
    this.excess = excess;
    this.#threadDelay = threadDelay;
  }

  get waited(): number {
    return this.#threadDelay.milliseconds();
  }

  get scheme(): 'http' | 'https' {
    return 'encrypted' in this.#request.socket ? 'https' : 'http';
  }

  get peerAddress(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  get clientCertificate(): Uint8Array | undefined {
    const { authorized, getPeerCertificate } = this.#request.socket as Partial<TLSSocket>;
    if (authorized !== true || getPeerCertificate === undefined) return undefined;
    return (this.#request.socket as TLSSocket).getPeerCertificate().raw;
  }

  onAbort(abort: () => void): void {
    const response = this.#response;
    if (response.closed || isClosed(response)) {
      abort();
      return;
    }
    // A response that waits for earlier ones does not emit 'close' with its connection.
    const unwatch = whenClosed(this.#request.socket, abort);
    response.once('close', () => {
      unwatch();
      // A response that was sent completely also emits 'close'.
      if (!response.writableFinished) abort();
    });
  }
}

/**
 * Measures how long requests wait for the thread. All events that are ready at the beginning of an iteration of the event
 * loop are handled in it, one after the other: a request that comes late in an iteration has waited since its beginning.
 *
 * The longest gap between two requests is subtracted: one slow handler or garbage collection is a temporary stall, many
 * gaps are an overload.
 *
 * Connections that wait in the system are not measured: libuv accepts one per iteration, and at most 511 wait.
 */
export class ThreadDelay {
  #begun = false;
  #began = 0;
  #last = 0;
  #longest = 0;

  #requests = 0;
  #previousRequests = 0;

  readonly #end = (): void => {
    this.#begun = false;
    this.#previousRequests = this.#requests;
    this.#requests = 0;
  };

  /** Whether callers come one by one: one request in the last iteration that had any, and at most one in this. */
  get isSingle(): boolean {
    return this.#previousRequests === 1 && this.#requests <= 1;
  }

  /** Call it once for each request, when it arrives. */
  milliseconds(): number {
    const now = performance.now();
    this.#requests += 1;
    if (!this.#begun) {
      this.#begun = true;
      this.#began = now;
      this.#longest = 0;
      setImmediate(this.#end);
    } else if (now - this.#last > this.#longest) {
      this.#longest = now - this.#last;
    }
    this.#last = now;
    return now - this.#began - this.#longest;
  }
}
