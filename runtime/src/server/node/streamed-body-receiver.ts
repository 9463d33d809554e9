import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { HttpResponse } from '../http-response.ts';
import type { BodyIntake, PendingBody } from '../soap-server.ts';
import type { Failed, Receiver } from './body-receiver.ts';

/** The outcome of receiving a body piece by piece. */
export type StreamedBodyOutcome =
  | { readonly kind: 'complete' }
  /** There is a response before the end of the body. */
  | { readonly kind: 'early'; readonly response: HttpResponse | Promise<HttpResponse> }
  | { readonly kind: 'undecodable' }
  | Failed;

/** Receives the body of one request piece by piece, no faster than it is processed, and calls `done` once. */
export class StreamedBodyReceiver implements Receiver {
  index = -1;
  readonly #request: IncomingMessage;
  readonly #source: Readable;
  readonly #intake: BodyIntake;
  readonly #done: (outcome: StreamedBodyOutcome) => void;
  /** Remaining bytes; infinite if unknown. */
  #left: number;
  #hasReceived = true;
  #isPaused = false;
  #hasEnded = false;
  #isOver = false;

  constructor(
    request: IncomingMessage,
    pending: PendingBody,
    intake: BodyIntake,
    done: (outcome: StreamedBodyOutcome) => void,
  ) {
    this.#request = request;
    this.#intake = intake;
    this.#done = done;
    this.#source = this.#decoded(pending.coding);
    this.#left = pending.coding === undefined ? (pending.length ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    this.#source.on('data', (piece: Uint8Array) => this.#receive(piece));
    this.#source.once('end', () => this.#end());
    request.once('close', () => {
      if (!request.complete) this.#finish({ kind: 'disconnected' });
    });
  }

  get active(): boolean {
    return this.#hasReceived || this.#isPaused;
  }

  set active(value: boolean) {
    this.#hasReceived = value;
  }

  fail(kind: 'too slow' | 'invalid' | 'disconnected'): void {
    this.#finish({ kind });
  }

  #decoded(coding: PendingBody['coding']): Readable {
    if (coding === undefined) return this.#request;
    const decoder = coding === 'gzip' ? createGunzip() : createBrotliDecompress();
    decoder.once('error', () => this.#finish({ kind: 'undecodable' }));
    this.#request.on('data', () => {
      this.#hasReceived = true;
    });
    return this.#request.pipe(decoder);
  }

  #receive(piece: Uint8Array): void {
    if (this.#isOver) return;
    this.#hasReceived = true;
    this.#left -= piece.length;
    const wait = this.#intake.receive(piece);
    if (wait === undefined) {
      this.#received();
      return;
    }
    this.#isPaused = true;
    this.#source.pause();
    void wait.then(() => {
      this.#isPaused = false;
      this.#received();
      this.#source.resume();
    });
  }

  /** A piece was processed. */
  #received(): void {
    const { early } = this.#intake;
    if (early !== undefined) this.#finish({ kind: 'early', response: early });
    else if (this.#left === 0 || this.#hasEnded) this.#finish({ kind: 'complete' });
  }

  #end(): void {
    this.#hasEnded = true;
    if (!this.#isPaused) this.#received();
  }

  #finish(outcome: StreamedBodyOutcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#source !== this.#request) {
      this.#request.unpipe();
      // Otherwise it would decode its buffer.
      this.#source.destroy();
    }
    this.#done(outcome);
    // Further input must be read, or a disconnect goes unnoticed.
    this.#request.resume();
  }
}
