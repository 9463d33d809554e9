import type { IncrementalHash } from './sha256.ts';
import type { OpenSource, Piece } from './upload-source.ts';

/** SHA-256 of a source, computed from the chunks that are sent. A chunk that is sent again counts once. */
export class SourceDigest {
  readonly #hash: IncrementalHash;
  /** Hashed bytes. */
  #at = 0;
  #value: string | undefined;

  constructor(hash: IncrementalHash) {
    this.#hash = hash;
  }

  /** In hexadecimal; undefined before the last chunk was added. */
  get value(): string | undefined {
    return this.#value;
  }

  /**
   * Adds a chunk. Bytes before it that were not hashed, since an earlier process sent them, are read from the source.
   *
   * @param most bytes to read at a time.
   */
  async add(
    source: OpenSource,
    { offset, bytes, isLast }: Piece & { readonly offset: number },
    { most, signal }: { readonly most: number; readonly signal: AbortSignal | undefined },
  ): Promise<void> {
    while (this.#at < offset) {
      const piece = await source.read(this.#at, Math.min(most, offset - this.#at), signal);
      this.#update(piece.bytes);
    }
    this.#update(bytes.subarray(Math.min(this.#at - offset, bytes.length)));
    if (isLast) this.#value ??= this.#hash.digest();
  }

  #update(bytes: Uint8Array): void {
    this.#at += bytes.length;
    if (bytes.length > 0) this.#hash.update(bytes);
  }
}
