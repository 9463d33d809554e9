/**
 * Bytes as the Blob that a streamed field takes. One made by `new Blob([bytes])` would copy them to where no garbage
 * collector sees them: thousands of chunks then take hundreds of megabytes before it comes. Do not change the bytes.
 */
export class BytesBlob extends Blob {
  // A field of its own, in front of the accessor that it inherits.
  override readonly size: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super([]);
    this.size = bytes.length;
    this.#bytes = bytes;
  }

  override slice(start?: number, end?: number): Blob {
    // `subarray` takes what is negative or beyond the end as a Blob does.
    return new BytesBlob(this.#bytes.subarray(start, end));
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(this.#bytes).buffer;
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(this.#bytes);
  }

  override stream(): ReturnType<Blob['stream']> {
    return new Blob([new Uint8Array(this.#bytes)]).stream();
  }
}
