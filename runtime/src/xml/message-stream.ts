/** A message that can be read in pieces. */
interface PieceSource {
  readonly byteLength: number;
  readonly isRepeatable: boolean;
  pieces(): AsyncIterator<Uint8Array, void, undefined>;
}

/**
 * A message on its way out, in pieces of known length together. It is iterated once; a piece is valid until the next one is
 * asked for. Whoever does not iterate it to its end calls `return`, so that files are closed.
 */
export class MessageStream implements AsyncIterableIterator<Uint8Array> {
  /** Of all pieces together, in bytes. */
  readonly length: number;
  readonly #message: PieceSource;
  readonly #pieces: AsyncIterator<Uint8Array, void, undefined>;
  readonly #onError: ((error: unknown) => void) | undefined;
  #first: IteratorResult<Uint8Array, void> | undefined;
  #isOver = false;
  #listener: (() => void) | undefined;

  private constructor(
    message: PieceSource,
    pieces: AsyncIterator<Uint8Array, void, undefined>,
    first: IteratorResult<Uint8Array, void>,
    onError: ((error: unknown) => void) | undefined,
  ) {
    this.length = message.byteLength;
    this.#message = message;
    this.#pieces = pieces;
    this.#first = first;
    this.#onError = onError;
  }

  /**
   * Begins to read a message.
   *
   * @param onError told of what goes wrong later, when part of the message may have left.
   * @throws {BlobError} and what sources throw: what is known when the first piece is there.
   */
  static async open(message: PieceSource, onError?: (error: unknown) => void): Promise<MessageStream> {
    const pieces = message.pieces();
    return new MessageStream(message, pieces, await pieces.next(), onError);
  }

  /** Whether `again` can be called. */
  get isRepeatable(): boolean {
    return this.#message.isRepeatable;
  }

  /** The same message from its start. @throws {BlobError} as `open`. */
  again(): Promise<MessageStream> {
    return MessageStream.open(this.#message, this.#onError);
  }

  /** Calls the listener when nothing more is read: the last piece was asked for, reading failed, or it was given up. */
  whenOver(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#listener = listener;
  }

  /** All that is left of it, in memory of its own. @throws {BlobError} as its iteration. */
  async bytes(): Promise<Uint8Array> {
    const target = new Uint8Array(this.length);
    let at = 0;
    for await (const piece of this) {
      target.set(piece, at);
      at += piece.length;
    }
    return target.subarray(0, at);
  }

  /** It as a Web stream, from which no more is read than is taken. */
  readable(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const step = await this.next();
          if (step.done === true) controller.close();
          else controller.enqueue(step.value.slice());
        },
        cancel: async () => {
          await this.return();
        },
      },
      { highWaterMark: 0 },
    );
  }

  async next(): Promise<IteratorResult<Uint8Array, void>> {
    const first = this.#first;
    this.#first = undefined;
    if (first !== undefined) return first;
    try {
      const step = await this.#pieces.next();
      if (step.done === true) this.#end();
      return step;
    } catch (error) {
      this.#onError?.(error);
      this.#end();
      throw error;
    }
  }

  /** Gives it up, wherever it is. Never rejects. */
  async return(): Promise<IteratorResult<Uint8Array, void>> {
    this.#first = undefined;
    await this.#pieces.return?.().catch(() => undefined);
    this.#end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener?.();
  }
}
