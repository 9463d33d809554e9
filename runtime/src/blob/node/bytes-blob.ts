import { isLight } from '../light-blob.ts';
import { SourceBlob } from '../source-blob.ts';

/** A Blob of bytes, which must not change afterwards. On Node it costs less than `new Blob([bytes])`, and copies nothing. */
export function blobOfBytes(bytes: Uint8Array): Blob {
  return isLight() ? new BytesBlob(bytes) : new Blob([bytes]);
}

class BytesBlob extends SourceBlob {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super(bytes.length);
    this.#bytes = bytes;
  }

  override usualBlob(): Blob {
    return new Blob([this.#bytes]);
  }

  override async *pieces(start = 0, end: number = this.size): AsyncGenerator<Uint8Array, void, undefined> {
    if (start < end) yield this.#bytes.subarray(start, end);
  }

  override views(start = 0, end: number = this.size): readonly Uint8Array[] {
    return start < end ? [this.#bytes.subarray(start, end)] : [];
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    // A Buffer would not copy them by `slice`, and `arrayBuffer` return all of its memory.
    return new Uint8Array(this.#bytes);
  }
}
