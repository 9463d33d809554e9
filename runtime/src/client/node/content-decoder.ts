import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { ClientError } from '../client-error.ts';
import { type ContentCoding, expansionError, isZlib } from '../content-coding.ts';

/** Decodes the Content-Encoding of a response piece by piece, up to its limit of expansion. */
export class ContentDecoder {
  readonly #coding: ContentCoding;
  readonly #status: number;
  readonly #maxExpansion: number;
  readonly #receive: (piece: Uint8Array) => Promise<void> | undefined;
  #stream: Transform | undefined;
  #received = 0;
  #decoded = 0;
  #error: Error | undefined;
  /** Settles the operation that is waiting. */
  #settle: (() => void) | undefined;

  /** @param receive a decoded piece; no other follows until its promise, if any, has resolved. */
  constructor(
    coding: ContentCoding,
    status: number,
    maxExpansion: number,
    receive: (piece: Uint8Array) => Promise<void> | undefined,
  ) {
    this.#coding = coding;
    this.#status = status;
    this.#maxExpansion = maxExpansion;
    this.#receive = receive;
  }

  /** Resolves when the piece is decoded and received. @throws {ClientError} `too-large`, `truncated` or `not-soap`. */
  write(piece: Uint8Array): Promise<void> {
    this.#stream ??= this.#open(piece);
    this.#received += piece.length;
    const stream = this.#stream;
    return this.#until((done) => stream.write(piece, done));
  }

  /** Resolves when all was received. @throws {ClientError} as `write`. */
  async end(): Promise<void> {
    const stream = this.#stream;
    // Nothing has come: an empty body needs no coding.
    if (stream === undefined) return;
    await this.#until((done) => {
      stream.once('end', done);
      stream.end();
    });
  }

  close(): void {
    this.#stream?.destroy();
  }

  #until(start: (done: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#settle = undefined;
        if (this.#error === undefined) resolve();
        else reject(this.#error);
      };
      this.#settle = settle;
      if (this.#error === undefined) start(settle);
      else settle();
    });
  }

  #open(first: Uint8Array): Transform {
    const stream = decoders[this.#coding](first);
    stream.on('data', (piece: Uint8Array) => this.#take(stream, piece));
    stream.on('error', (error: NodeJS.ErrnoException) => this.#fail(this.#undecodable(error)));
    return stream;
  }

  #take(stream: Transform, piece: Uint8Array): void {
    if (this.#error !== undefined) return;
    this.#decoded += piece.length;
    const error = expansionError(this.#decoded, this.#received, this.#maxExpansion, this.#status);
    if (error !== undefined) {
      this.#fail(error);
      return;
    }
    const wait = this.#receive(piece);
    if (wait === undefined) return;
    stream.pause();
    void wait.then(() => stream.resume());
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#stream?.destroy();
    this.#settle?.();
  }

  #undecodable(cause: NodeJS.ErrnoException): ClientError {
    const isShort = cause.code === 'Z_BUF_ERROR';
    const what = `a body that ${isShort ? 'ends before its end, in' : 'is not valid'} ${this.#coding}`;
    const text = `HTTP ${this.#status} with ${what}.`;
    return new ClientError(isShort ? 'truncated' : 'not-soap', text, { httpStatus: this.#status, cause });
  }
}

/** The decoder of a coding, by the first piece of a body. */
const decoders: Readonly<Record<ContentCoding, (first: Uint8Array) => Transform>> = {
  gzip: () => createGunzip(),
  deflate: (first) => (isZlib(first) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
};
