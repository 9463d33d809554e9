const SMALLEST = 8 * 1024;
/** From this many bytes on `set` is faster than a loop. */
const COPY_MINIMUM = 32;

/** A growing buffer. */
export class ByteBuffer {
  data: Uint8Array = new Uint8Array(0);
  size = 0;

  /** @param most maximum size, where known. */
  append(bytes: Uint8Array, start: number, end: number, most: number = Number.POSITIVE_INFINITY): void {
    const size = this.size + end - start;
    if (size > this.data.length) {
      const grown = new Uint8Array(Math.max(size, Math.min(Math.max(2 * this.data.length, SMALLEST), most)));
      grown.set(this.bytes);
      this.data = grown;
    }
    if (end - start < COPY_MINIMUM)
      for (let at = start, to = this.size; at < end; ) this.data[to++] = bytes[at++] as number;
    else this.data.set(bytes.subarray(start, end), this.size);
    this.size = size;
  }

  get bytes(): Uint8Array {
    return this.data.subarray(0, this.size);
  }
}
