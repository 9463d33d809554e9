import type { IncomingMessage } from 'node:http';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { isZlib } from '../fetch-adapter.ts';
import type { HttpResponse } from '../http-response.ts';
import type { PendingBody } from '../soap-server.ts';
import { type BodyTarget, DirectBodyRequest } from './direct-body.ts';

/** Receives a body, as `BodyWatch` sees it. */
export interface Receiver {
  /** Whether bytes have arrived since the last check, or the receiver is paused. */
  active: boolean;
  /** Its index in the list of the watch. */
  index: number;
  /** Ends it: the body arrives too slowly, or is invalid HTTP. */
  fail(kind: 'too slow' | 'invalid'): void;
}

/** A body that arrives too slowly, is invalid HTTP, or whose caller has disconnected. */
export interface Failed {
  readonly kind: 'too slow' | 'invalid' | 'disconnected';
}

/** How receiving a body can end. */
export type Received =
  | { readonly kind: 'complete'; readonly body: Uint8Array }
  | { readonly kind: 'too large' }
  | Failed;

/** Receives the body of one request, and calls `done` once. */
export class BodyReceiver implements Receiver, BodyTarget {
  active = true;
  index = -1;
  readonly #limit: number;
  readonly #length: number | undefined;
  readonly #done: (received: Received) => void;
  readonly #request: IncomingMessage;
  /** The request, if it passes its body on. */
  #direct: DirectBodyRequest | undefined;
  #chunks: Uint8Array[] | undefined;
  /** The body, if its length is known. */
  #body: Uint8Array | undefined;
  #received = 0;
  #finished = false;

  constructor(request: IncomingMessage, pending: PendingBody, done: (received: Received) => void) {
    this.#request = request;
    this.#limit = pending.limit;
    this.#length = pending.length;
    this.#done = done;
    if (request instanceof DirectBodyRequest && request.passTo(this)) {
      this.#direct = request;
      return;
    }
    request.on('data', (piece: Uint8Array) => this.receive(piece));
    // A body of known length is complete with its last byte: there is no need to wait for the end.
    if (this.#length === undefined || this.#length === 0) request.once('end', () => this.end());
  }

  fail(kind: 'too slow' | 'invalid'): void {
    this.#finish({ kind });
  }

  receive(chunk: Uint8Array): void {
    if (this.#finished) return;
    this.active = true;
    const received = this.#received;
    this.#received += chunk.length;
    if (this.#received > this.#limit) {
      this.#direct?.passNoMore();
      this.#finish({ kind: 'too large' });
      return;
    }
    if (chunk.length === this.#length) {
      this.#body = chunk;
    } else {
      // A disconnect matters only for a body in several pieces.
      if (received === 0) this.#request.once('close', () => this.#finish({ kind: 'disconnected' }));
      if (this.#length === undefined) {
        this.#chunks ??= [];
        this.#chunks.push(chunk);
        return;
      }
      // Zeroing would cost a pass; every byte is overwritten before use.
      this.#body ??= Buffer.allocUnsafeSlow(this.#length);
      this.#body.set(chunk, received);
    }
    if (this.#received === this.#length && this.#direct === undefined) this.end();
  }

  end(): void {
    this.#finish({ kind: 'complete', body: this.#body ?? Buffer.concat(this.#chunks ?? []) });
  }

  #finish(received: Received): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#done(received);
  }
}

/**
 * Ends bodies that have stopped arriving (rule T8). All share one timer, which runs only while there are bodies: a timer
 * for each would cost a small request more than reading its body.
 */
export class BodyWatch {
  // Adding to an unordered list and deleting from it is faster than with a set.
  readonly #receivers: Receiver[] = [];
  readonly #milliseconds: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param milliseconds without a byte until a body is ended; it may take up to twice as long. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  add(receiver: Receiver): void {
    receiver.index = this.#receivers.length;
    this.#receivers.push(receiver);
    this.#timer ??= setInterval(() => this.#check(), this.#milliseconds).unref();
  }

  delete(receiver: Receiver): void {
    const last = this.#receivers.pop();
    if (last === undefined || last === receiver) return;
    this.#receivers[receiver.index] = last;
    last.index = receiver.index;
  }

  #check(): void {
    if (this.#receivers.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    for (const receiver of [...this.#receivers]) {
      if (!receiver.active) receiver.fail('too slow');
      receiver.active = false;
    }
  }
}

/** Decodes a body and responds to it. Decoding stops at the limit (rule T6). */
export function respondDecoded(
  pending: PendingBody,
  body: Uint8Array,
  done: (response: HttpResponse | Promise<HttpResponse>) => void,
): void {
  const options = { maxOutputLength: pending.limit };
  const decoded = (error: NodeJS.ErrnoException | null, bytes: Uint8Array): void => {
    if (error === null) done(pending.respond(bytes));
    else done(error.code === 'ERR_BUFFER_TOO_LARGE' ? pending.tooLarge() : pending.undecodable());
  };
  switch (pending.coding) {
    case 'gzip':
      gunzip(body, options, decoded);
      break;
    case 'deflate':
      if (isZlib(body)) inflate(body, options, decoded);
      else inflateRaw(body, options, decoded);
      break;
    case 'br':
      brotliDecompress(body, options, decoded);
      break;
    case undefined:
      done(pending.respond(body));
  }
}
