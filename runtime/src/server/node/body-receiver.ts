import type { IncomingMessage } from 'node:http';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { isZlib } from '../fetch-adapter.ts';
import type { HttpResponse } from '../http-response.ts';
import type { PendingBody } from '../soap-server.ts';

/** What receives a body, for those who watch that it does not stop coming. */
export interface Receiver {
  /** Whether bytes have come since the watch last looked, or none are wanted just now. */
  active: boolean;
  /** Its place in the list of the watch. */
  place: number;
  /** Ends it from outside: the body comes too slowly, or what comes is no HTTP. */
  fail(kind: 'too slow' | 'broken'): void;
}

/** Why there is nothing to answer with: the body comes too slowly, what comes is no HTTP, or there is nobody left. */
export interface Failed {
  readonly kind: 'too slow' | 'broken' | 'gone';
}

/** How receiving a body can end. */
export type Received = { readonly kind: 'whole'; readonly body: Uint8Array } | { readonly kind: 'too large' } | Failed;

/** Receives the body of one request, and calls `done` once. */
export class BodyReceiver implements Receiver {
  active = true;
  place = -1;
  readonly #limit: number;
  readonly #length: number | undefined;
  readonly #done: (received: Received) => void;
  readonly #request: IncomingMessage;
  #chunks: Uint8Array[] | undefined;
  #target: Uint8Array | undefined;
  #received = 0;
  #finished = false;

  constructor(request: IncomingMessage, pending: PendingBody, done: (received: Received) => void) {
    this.#request = request;
    this.#limit = pending.limit;
    this.#length = pending.length;
    this.#done = done;
    request.on('data', this.#take);
    // A body of known length is whole when its last byte is there, which saves waiting for the end.
    if (this.#length === undefined || this.#length === 0) {
      request.once('end', () => this.#finish({ kind: 'whole', body: Buffer.concat(this.#chunks ?? []) }));
    }
  }

  fail(kind: 'too slow' | 'broken'): void {
    this.#finish({ kind });
  }

  readonly #take = (chunk: Uint8Array): void => {
    if (this.#finished) return;
    this.active = true;
    const before = this.#received;
    this.#received += chunk.length;
    if (this.#received > this.#limit) {
      this.#finish({ kind: 'too large' });
      return;
    }
    if (chunk.length === this.#length) {
      this.#finish({ kind: 'whole', body: chunk });
      return;
    }
    // Only a body in several pieces is worth asking whether its caller is still there.
    if (before === 0) this.#request.once('close', () => this.#finish({ kind: 'gone' }));
    if (this.#length === undefined) {
      this.#chunks ??= [];
      this.#chunks.push(chunk);
      return;
    }
    // Not zeroed, which would cost a pass over it: it is handed over only when every byte was written.
    this.#target ??= Buffer.allocUnsafeSlow(this.#length);
    this.#target.set(chunk, before);
    if (this.#received === this.#length) this.#finish({ kind: 'whole', body: this.#target });
  };

  #finish(received: Received): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#done(received);
  }
}

/**
 * Cuts off bodies that have stopped coming (rule T8). One timer looks after all of them, and only while there are some:
 * a timer for each would cost every small request more than reading its body.
 */
export class BodyWatch {
  // A list in no order costs less than a set to get into and out of, which every request does.
  readonly #receivers: Receiver[] = [];
  readonly #milliseconds: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param milliseconds without a byte until a body is cut off; it may be up to twice as long. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  add(receiver: Receiver): void {
    receiver.place = this.#receivers.length;
    this.#receivers.push(receiver);
    this.#timer ??= setInterval(() => this.#look(), this.#milliseconds).unref();
  }

  delete(receiver: Receiver): void {
    const last = this.#receivers.pop();
    if (last === undefined || last === receiver) return;
    this.#receivers[receiver.place] = last;
    last.place = receiver.place;
  }

  #look(): void {
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

/** Decodes a body and answers it. What comes out is counted, and decoding stops at the limit (rule T6). */
export function respondDecoded(
  pending: PendingBody,
  body: Uint8Array,
  done: (answer: HttpResponse | Promise<HttpResponse>) => void,
): void {
  const options = { maxOutputLength: pending.limit };
  const decoded = (error: NodeJS.ErrnoException | null, bytes: Uint8Array): void => {
    if (error === null) done(pending.answer(bytes));
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
      done(pending.answer(body));
  }
}
