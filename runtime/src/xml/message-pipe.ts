import type { MessageStream } from './message-stream.ts';

/** The destination of a message: a request or a response of node:http. */
export interface Sink {
  write(piece: Uint8Array, written: () => void): unknown;
  end(piece: Uint8Array): unknown;
}

/** Writes a message to a connection, one piece at a time, with back-pressure. */
export class MessagePipe {
  readonly #stream: MessageStream;
  readonly #sink: Sink;
  #left: number;
  #isStopped = false;
  #proceed: (() => void) | undefined;

  constructor(stream: MessageStream, sink: Sink) {
    this.#stream = stream;
    this.#sink = sink;
    this.#left = stream.length;
  }

  /** Whether the whole message was written to the connection. */
  get isWhole(): boolean {
    return this.#left === 0;
  }

  /** Stops writing: the peer has closed the connection, or has responded early. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#proceed?.();
    this.#release();
  }

  /**
   * Resolves when the message was written, or `stop` was called.
   *
   * @throws the errors of the message's sources. The written message is incomplete then: the connection must be destroyed.
   */
  async run(): Promise<void> {
    try {
      while (!this.#isStopped && this.#left > 0) {
        const step = await this.#stream.next();
        if (this.#isStopped) return;
        if (step.done === true) throw new Error('A message is shorter than its length.');
        this.#left -= step.value.length;
        if (this.#left < 0) throw new Error('A message is longer than its length.');
        if (this.#left === 0) this.#sink.end(step.value);
        else await this.#written(step.value);
      }
    } finally {
      this.#release();
    }
  }

  /** Resolves when the connection no longer needs the piece, or it is stopped. */
  #written(piece: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#proceed = resolve;
      this.#sink.write(piece, resolve);
    });
  }

  #release(): void {
    void this.#stream.return();
  }
}
