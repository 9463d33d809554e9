import { SecurityError } from '../security-error.ts';

/** Shorter ranges are copied byte by byte. */
const SHORT = 24;
const MOST_BUFFER = 65_536;

/** Collects bytes and passes them on in pieces. */
export class CanonicalOutput {
  readonly #sink: (piece: Uint8Array) => void;
  readonly #buffer: Uint8Array;
  #length = 0;
  #left: number;

  /**
   * @param sink takes each piece; its bytes are overwritten afterwards.
   * @param expected about the number of bytes of the whole.
   * @param most number of bytes of the whole.
   */
  constructor(sink: (piece: Uint8Array) => void, expected: number, most: number) {
    this.#sink = sink;
    this.#buffer = new Uint8Array(Math.min(expected, MOST_BUFFER));
    this.#left = most;
  }

  /** @throws {SecurityError} `form` with more bytes than allowed. */
  range(data: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length > this.#buffer.length - this.#length) {
      this.finish();
      if (length > this.#buffer.length) {
        this.#pass(data.subarray(start, end));
        return;
      }
    }
    const buffer = this.#buffer;
    let to = this.#length;
    if (length < SHORT) for (let at = start; at < end; at++) buffer[to++] = data[at] as number;
    else {
      buffer.set(data.subarray(start, end), to);
      to += length;
    }
    this.#length = to;
  }

  bytes(bytes: Uint8Array): void {
    this.range(bytes, 0, bytes.length);
  }

  byte(byte: number): void {
    if (this.#length === this.#buffer.length) this.finish();
    this.#buffer[this.#length++] = byte;
  }

  /** Passes on what was collected. */
  finish(): void {
    if (this.#length === 0) return;
    const piece = this.#buffer.subarray(0, this.#length);
    this.#length = 0;
    this.#pass(piece);
  }

  #pass(piece: Uint8Array): void {
    this.#left -= piece.length;
    if (this.#left < 0) throw new SecurityError('form', 'The canonical form is many times longer than the message.');
    this.#sink(piece);
  }
}
