import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContentCoding, RequestHead } from '../head.ts';
import { isGone, whenClosed } from './send-pieces.ts';
import type { TurnClock } from './turn-clock.ts';

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
  readonly #turns: TurnClock;

  constructor(request: IncomingMessage, response: ServerResponse, excess: boolean, turns: TurnClock) {
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
