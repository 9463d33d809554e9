import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContentCoding, RequestHead } from '../request-head.ts';
import { isGone, whenClosed } from './send-response.ts';

const codings: readonly ContentCoding[] = ['gzip', 'deflate', 'br'];

/** The head of a request of node:http. What costs a system call is asked for only when somebody wants it. */
export class NodeHead implements RequestHead {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly needsHost: boolean;
  readonly needsLength = true;
  readonly codings: readonly ContentCoding[] = codings;
  readonly excess: boolean;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #turns: ThreadDelay;

  constructor(request: IncomingMessage, response: ServerResponse, excess: boolean, turns: ThreadDelay) {
    this.method = request.method ?? 'GET';
    this.target = request.url ?? '/';
    this.rawHeaders = request.rawHeaders;
    this.needsHost = request.httpVersionMinor === 1 && request.httpVersionMajor === 1;
    this.#request = request;
    this.#response = response;
    this.excess = excess;
    this.#turns = turns;
  }

  get waited(): number {
    return this.#turns.waited();
  }

  get scheme(): 'http' | 'https' {
    return 'encrypted' in this.#request.socket ? 'https' : 'http';
  }

  get peerAddress(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  onAbort(abort: () => void): void {
    const response = this.#response;
    if (response.closed || isGone(response)) {
      abort();
      return;
    }
    // One that waits for its turn is told nothing of its connection.
    const unwatch = whenClosed(this.#request.socket, abort);
    response.once('close', () => {
      unwatch();
      // A response closes as well when it was sent whole.
      if (!response.writableFinished) abort();
    });
  }
}

/**
 * Tells how long requests wait for the thread. All that is ready when a turn of the event loop begins is dealt with in it,
 * one after the other: a request that is seen late in a turn has waited since its beginning at least.
 *
 * The longest stretch between two requests does not count. One that is slow (a handler that takes its time for once, a
 * collection of garbage) is a stall, and passes; many that are not are more than can be dealt with.
 *
 * What waits in the system to be accepted is not seen: libuv accepts one connection a turn, and 511 wait at most.
 */
export class ThreadDelay {
  #begun = false;
  #began = 0;
  #last = 0;
  #longest = 0;

  readonly #end = (): void => {
    this.#begun = false;
  };

  /** To be asked for each request as it is seen. In milliseconds. */
  waited(): number {
    const now = performance.now();
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
