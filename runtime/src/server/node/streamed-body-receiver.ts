import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { HttpResponse } from '../http-response.ts';
import type { BodyIntake, PendingBody } from '../soap-server.ts';
import type { Failed, Receiver } from './body-receiver.ts';

/** How taking a body in piece by piece can end. */
export type StreamedBodyOutcome =
  /** All of it is there. */
  | { readonly kind: 'all' }
  /** It was answered before its end. */
  | { readonly kind: 'answered'; readonly answer: HttpResponse | Promise<HttpResponse> }
  | { readonly kind: 'undecodable' }
  | Failed;

/** Takes in the body of one request piece by piece, no faster than it can be dealt with, and calls `done` once. */
export class StreamedBodyReceiver implements Receiver {
  place = -1;
  readonly #request: IncomingMessage;
  readonly #source: Readable;
  readonly #intake: BodyIntake;
  readonly #done: (outcome: StreamedBodyOutcome) => void;
  /** Bytes that are still to come, where that is known. */
  #left: number;
  #heard = true;
  #waits = false;
  #hasEnded = false;
  #isOver = false;

  constructor(request: IncomingMessage, pending: PendingBody, intake: BodyIntake, done: (outcome: StreamedBodyOutcome) => void) {
    this.#request = request;
    this.#intake = intake;
    this.#done = done;
    this.#source = this.#decoded(pending.coding);
    this.#left = pending.coding === undefined ? (pending.length ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    this.#source.on('data', (piece: Uint8Array) => this.#take(piece));
    this.#source.once('end', () => this.#end());
    request.once('close', () => {
      if (!request.complete) this.#finish({ kind: 'gone' });
    });
  }

  get active(): boolean {
    return this.#heard || this.#waits;
  }

  set active(value: boolean) {
    this.#heard = value;
  }

  fail(kind: 'too slow' | 'broken' | 'gone'): void {
    this.#finish({ kind });
  }

  #decoded(coding: PendingBody['coding']): Readable {
    if (coding === undefined) return this.#request;
    const decoder = coding === 'gzip' ? createGunzip() : createBrotliDecompress();
    decoder.once('error', () => this.#finish({ kind: 'undecodable' }));
    this.#request.on('data', () => {
      this.#heard = true;
    });
    return this.#request.pipe(decoder);
  }

  #take(piece: Uint8Array): void {
    if (this.#isOver) return;
    this.#heard = true;
    this.#left -= piece.length;
    const wait = this.#intake.take(piece);
    if (wait === undefined) {
      this.#went();
      return;
    }
    this.#waits = true;
    this.#source.pause();
    void wait.then(() => {
      this.#waits = false;
      this.#went();
      this.#source.resume();
    });
  }

  /** A piece was taken. */
  #went(): void {
    const { early } = this.#intake;
    if (early !== undefined) this.#finish({ kind: 'answered', answer: early });
    else if (this.#left === 0 || this.#hasEnded) this.#finish({ kind: 'all' });
  }

  #end(): void {
    this.#hasEnded = true;
    if (!this.#waits) this.#went();
  }

  #finish(outcome: StreamedBodyOutcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#source !== this.#request) {
      this.#request.unpipe();
      // It would decode on what it holds.
      this.#source.destroy();
    }
    this.#done(outcome);
    // What still comes is read by whoever answers, and by nobody else: a caller that is gone shows only so.
    this.#request.resume();
  }
}
