/** A fault of a base64 text: a character outside the alphabet, wrong padding, or bits that belong to no byte. */
export type Base64Fault = 'character' | 'padding' | 'stray-bits';

/** The faults in words, for error messages. */
export const base64Reasons: Readonly<Record<Base64Fault, string>> = {
  character: 'it holds a character that is not of the base64 alphabet',
  padding: 'its length or padding is wrong',
  'stray-bits': 'its last character holds bits that belong to no byte',
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const EQUALS = 0x3d;

const WHITE = 0xfd;
const PAD = 0xfe;
const BAD = 0xff;

/** The six bits of each digit, or one of the marks above. */
const VALUES: Uint8Array = new Uint8Array(256).fill(BAD);
const DIGITS: Uint8Array = new Uint8Array(64);
for (let value = 0; value < 64; value++) {
  const digit = ALPHABET.charCodeAt(value);
  DIGITS[value] = digit;
  VALUES[digit] = value;
}
for (const white of [0x20, 0x09, 0x0a, 0x0d]) VALUES[white] = WHITE;
VALUES[EQUALS] = PAD;

/** Bytes that the platform encodes at a time, a multiple of three: the text fits the processor's cache. */
export const ENCODE_SIZE = 24_576;

/** From this many bytes on the platform's encoder is faster than a loop. */
export const ENCODE_MINIMUM = 48;

/** The length of the base64 text of `length` bytes. */
export function base64Length(length: number): number {
  return Math.ceil(length / 3) * 4;
}

/** Strict base64, byte by byte, with white space allowed. */
export function decodeBase64(data: Uint8Array, start: number, end: number): Uint8Array | Base64Fault {
  const target = new Uint8Array(Math.floor((end - start) / 4) * 3 + 3);
  const digits = new Base64Digits();
  let written = 0;
  const put = (group: number): void => {
    target[written] = group >> 16;
    target[written + 1] = group >> 8;
    target[written + 2] = group;
    written += 3;
  };
  for (let at = start; at < end; at++) {
    if (digits.isBetweenGroups) {
      // Most of the text is groups of four digits without white space.
      for (; at + 3 < end; at += 4) {
        const group = groupOf(data, at);
        if (group < 0) break;
        put(group);
      }
      if (at >= end) break;
    }
    const group = digits.add(data[at] as number);
    if (typeof group === 'string') return group;
    if (group >= 0) put(group);
  }
  const last = digits.end();
  if (typeof last === 'string') return last;
  target.set(last, written);
  return target.slice(0, written + last.length);
}

/** As `Bytes.decodeBase64Groups`. */
export function decodeBase64Groups(
  data: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  offset: number,
): boolean {
  for (let at = start, to = offset; at < end; at += 4, to += 3) {
    const group = groupOf(data, at);
    if (group < 0) return false;
    target[to] = group >> 16;
    target[to + 1] = group >> 8;
    target[to + 2] = group;
  }
  return true;
}

/** The three bytes of four digits as one number; negative when they are not all digits. */
function groupOf(data: Uint8Array, at: number): number {
  const first = VALUES[data[at] as number] as number;
  const second = VALUES[data[at + 1] as number] as number;
  const third = VALUES[data[at + 2] as number] as number;
  const fourth = VALUES[data[at + 3] as number] as number;
  // The marks of other bytes have the upper two bits set.
  if ((first | second | third | fourth) > 63) return -1;
  return (first << 18) | (second << 12) | (third << 6) | fourth;
}

/** Strict base64 of any number of bytes at a time. */
export class Base64Digits {
  /** Digits of the incomplete group. */
  #digits = 0;
  #bits = 0;
  #padding = 0;

  /** Whether the next digit begins a group, and no padding was read. */
  get isBetweenGroups(): boolean {
    return this.#digits === 0 && this.#padding === 0;
  }

  /** Adds the next byte. @returns the three bytes of a complete group as one number; -1 otherwise; or the fault. */
  add(byte: number): number | Base64Fault {
    const value = VALUES[byte] as number;
    if (value < 64) {
      if (this.#padding > 0) return 'padding';
      this.#bits = (this.#bits << 6) | value;
      this.#digits = (this.#digits + 1) & 3;
      if (this.#digits !== 0) return -1;
      const whole = this.#bits;
      this.#bits = 0;
      return whole;
    }
    if (value === BAD) return 'character';
    if (value === PAD) this.#padding++;
    return -1;
  }

  /** The bytes of the last group, at the end of the text; or its fault. */
  end(): readonly number[] | Base64Fault {
    if (this.#digits === 0) return this.#padding === 0 ? [] : 'padding';
    if (this.#digits === 1 || this.#padding !== 4 - this.#digits) return 'padding';
    const stray = this.#digits === 2 ? 4 : 2;
    if ((this.#bits & ((1 << stray) - 1)) !== 0) return 'stray-bits';
    const bits = this.#bits >> stray;
    return this.#digits === 2 ? [bits] : [bits >> 8, bits & 0xff];
  }
}

/** Writes `base64Length(data.length)` bytes of base64 into `target` at `offset`. */
export function encodeBase64Into(data: Uint8Array, target: Uint8Array, offset: number): void {
  let to = offset;
  const whole = data.length - (data.length % 3);
  for (let at = 0; at < whole; at += 3) {
    const bits = ((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number);
    target[to++] = DIGITS[bits >> 18] as number;
    target[to++] = DIGITS[(bits >> 12) & 63] as number;
    target[to++] = DIGITS[(bits >> 6) & 63] as number;
    target[to++] = DIGITS[bits & 63] as number;
  }
  const rest = data.length - whole;
  if (rest === 0) return;
  const bits = ((data[whole] as number) << 16) | (rest === 2 ? (data[whole + 1] as number) << 8 : 0);
  target[to++] = DIGITS[bits >> 18] as number;
  target[to++] = DIGITS[(bits >> 12) & 63] as number;
  target[to++] = rest === 2 ? (DIGITS[(bits >> 6) & 63] as number) : EQUALS;
  target[to] = EQUALS;
}
