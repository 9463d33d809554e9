import { UploadError, unlessAborted } from './upload-error.ts';
import { messageOf, type OpenSource, type Piece } from './upload-source.ts';

/** Reads pieces, and ends the stream. */
interface Pull {
  next(): Promise<IteratorResult<unknown, unknown>>;
  end(): void;
}

/**
 * A stream, read once. It buffers the chunk that is being sent, and reads more only when that is acknowledged; one piece
 * is read ahead to find out which chunk is the last.
 *
 * @param size declared size in bytes; another size is an error, and nothing is published.
 */
export function openStream(
  input: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size?: number,
): OpenSource {
  return new StreamSource('getReader' in input ? pullReader(input) : pullIterable(input), size);
}

class StreamSource implements OpenSource {
  readonly times: OpenSource['times'] = {};
  readonly #pull: Pull;
  readonly #declared: number | undefined;
  /** Buffered pieces from `earliest`; none is empty. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #earliest = 0;
  #ended = false;

  constructor(pull: Pull, size: number | undefined) {
    this.#pull = pull;
    this.#declared = size;
  }

  get size(): number | undefined {
    return this.#ended ? this.#earliest + this.#heldBytes : this.#declared;
  }

  get earliest(): number {
    return this.#earliest;
  }

  async read(offset: number, length: number, signal?: AbortSignal): Promise<Piece> {
    this.#forget(offset - this.#earliest);
    // Reads ahead by at least one byte to detect the end.
    while (!this.#ended && this.#heldBytes <= length) await this.#take(signal);
    const isLast = this.#ended && this.#heldBytes <= length;
    return { bytes: this.#beginning(Math.min(length, this.#heldBytes)), isLast };
  }

  async close(): Promise<void> {
    this.#held = [];
    if (!this.#ended) this.#pull.end();
    this.#ended = true;
  }

  async #take(signal: AbortSignal | undefined): Promise<void> {
    const { done, value } = await unlessAborted(this.#next(), signal);
    if (done) {
      this.#ended = true;
      if (this.#declared !== undefined && this.size !== this.#declared) throw this.#otherSize();
      return;
    }
    if (!(value instanceof Uint8Array)) {
      throw new UploadError('source-failed', 'The stream returned something other than a Uint8Array.');
    }
    if (value.length === 0) return;
    this.#held.push(value);
    this.#heldBytes += value.length;
    if (this.#declared !== undefined && this.#earliest + this.#heldBytes > this.#declared) throw this.#otherSize();
  }

  async #next(): Promise<IteratorResult<unknown, unknown>> {
    try {
      return await this.#pull.next();
    } catch (error) {
      this.#ended = true;
      throw new UploadError('source-failed', `The stream failed: ${messageOf(error)}`, { cause: error });
    }
  }

  #otherSize(): UploadError {
    const bytes = this.#earliest + this.#heldBytes;
    const than = this.#ended ? `ended after ${bytes} bytes` : `holds ${bytes} bytes or more`;
    return new UploadError('source-changed', `The stream ${than}, and ${this.#declared} were announced.`);
  }

  /** Drops buffered bytes at the beginning. */
  #forget(bytes: number): void {
    let left = bytes;
    while (left > 0) {
      const first = this.#held[0];
      if (first === undefined) throw new RangeError('Cannot skip bytes that were not read.');
      const dropped = Math.min(left, first.length);
      if (dropped === first.length) this.#held.shift();
      else this.#held[0] = first.subarray(dropped);
      left -= dropped;
      this.#heldBytes -= dropped;
      this.#earliest += dropped;
    }
  }

  #beginning(length: number): Uint8Array {
    const [first] = this.#held;
    if (first !== undefined && first.length >= length) return first.subarray(0, length);
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const piece of this.#held) {
      const part = piece.subarray(0, length - at);
      bytes.set(part, at);
      at += part.length;
      if (at === length) break;
    }
    return bytes;
  }
}

function pullReader(stream: ReadableStream<Uint8Array>): Pull {
  const reader = stream.getReader();
  return { next: () => reader.read(), end: () => void reader.cancel().catch(() => undefined) };
}

function pullIterable(iterable: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Pull {
  const iterator = Symbol.asyncIterator in iterable ? iterable[Symbol.asyncIterator]() : iterable[Symbol.iterator]();
  return {
    next: async () => iterator.next(),
    // Not awaited, since a hanging generator never returns.
    end: () => void Promise.resolve(iterator.return?.()).catch(() => undefined),
  };
}
