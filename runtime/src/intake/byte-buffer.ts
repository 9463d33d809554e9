const SMALLEST = 8 * 1024;
/** Below this many bytes a loop is faster. */
const WORTHWHILE = 32;

/** Bytes that become more. */
export class ByteBuffer {
  data: Uint8Array = new Uint8Array(0);
  size = 0;

  /** @param most bytes that it will ever hold, where that is known. */
  append(bytes: Uint8Array, start: number, end: number, most: number = Number.POSITIVE_INFINITY): void {
    const size = this.size + end - start;
    if (size > this.data.length) {
      const grown = new Uint8Array(Math.max(size, Math.min(Math.max(2 * this.data.length, SMALLEST), most)));
      grown.set(this.bytes);
      this.data = grown;
    }
    if (end - start < WORTHWHILE)
      for (let at = start, to = this.size; at < end; ) this.data[to++] = bytes[at++] as number;
    else this.data.set(bytes.subarray(start, end), this.size);
    this.size = size;
  }

  get bytes(): Uint8Array {
    return this.data.subarray(0, this.size);
  }
}
