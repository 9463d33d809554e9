import { BlobError } from './blob-error.ts';

/**
 * A Blob whose bytes come from somewhere else: a file, an iterable. It is read by its methods; `new Blob([it])`,
 * `FormData` and `structuredClone`, which look behind them, find nothing.
 */
export abstract class SourceBlob extends Blob {
  constructor(size: number, type = '') {
    super([], { type });
    Object.defineProperty(this, 'size', { value: size });
  }

  /**
   * The bytes from `start` to `end`, of which there are as many as that says. A piece is valid until the next one is
   * asked for: its memory is used again.
   *
   * @throws {BlobError} when the source has not as many, or cannot be read again.
   */
  abstract pieces(start?: number, end?: number): AsyncIterable<Uint8Array>;

  /** Whether it can be read any number of times. */
  get isRepeatable(): boolean {
    return true;
  }

  /** Looks, without reading, whether it can still be read. @throws {BlobError} or what the platform says. */
  async check(): Promise<void> {}

  override slice(start = 0, end: number = this.size, type = ''): Blob {
    const from = place(start, this.size);
    return new BlobSlice(this, from, Math.max(from, place(end, this.size)), type);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.#whole()).buffer;
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#whole();
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.#whole());
  }

  override stream(): ReturnType<Blob['stream']> {
    return streamOf(this) as ReturnType<Blob['stream']>;
  }

  async #whole(): Promise<Uint8Array<ArrayBuffer>> {
    const target = new Uint8Array(this.size);
    let at = 0;
    for await (const piece of this.pieces()) {
      target.set(piece, at);
      at += piece.length;
    }
    if (at !== this.size) throw wrongSize(this.size);
    return target;
  }
}

class BlobSlice extends SourceBlob {
  readonly #of: SourceBlob;
  readonly #start: number;

  constructor(of: SourceBlob, start: number, end: number, type: string) {
    super(end - start, type);
    this.#of = of;
    this.#start = start;
  }

  override get isRepeatable(): boolean {
    return this.#of.isRepeatable;
  }

  override check(): Promise<void> {
    return this.#of.check();
  }

  override pieces(start = 0, end: number = this.size): AsyncIterable<Uint8Array> {
    return this.#of.pieces(this.#start + start, this.#start + end);
  }
}

/** Whether a Blob is a SourceBlob. By its method, so that a message with other Blobs does not need the class. */
export function isSourceBlob(blob: Blob): blob is SourceBlob {
  return 'pieces' in blob && typeof blob.pieces === 'function';
}

/** The error for a source that has not as many bytes as were promised. */
export function wrongSize(size: number): BlobError {
  return new BlobError('wrong-size', `A Blob has not the ${size} bytes that its size says.`);
}

/** A place as `Blob.slice` counts it: from the end when it is negative. */
function place(at: number, size: number): number {
  return at < 0 ? Math.max(size + at, 0) : Math.min(at, size);
}

/** A stream that reads no more than is taken from it. */
function streamOf(blob: SourceBlob): ReadableStream<Uint8Array> {
  const pieces = blob.pieces()[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const step = await pieces.next();
        if (step.done === true) controller.close();
        else controller.enqueue(step.value.slice());
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
