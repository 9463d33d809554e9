/** What is wrong with a base64 text: a character outside the alphabet, its padding, or bits that belong to no byte. */
export type Base64Fault = 'character' | 'padding' | 'stray-bits';

/** The same in words, to follow "because". */
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

/** Each byte's value of six bits, or one of the marks above. */
const VALUES: Uint8Array = new Uint8Array(256).fill(BAD);
const DIGITS: Uint8Array = new Uint8Array(64);
for (let value = 0; value < 64; value++) {
  const digit = ALPHABET.charCodeAt(value);
  DIGITS[value] = digit;
  VALUES[digit] = value;
}
for (const white of [0x20, 0x09, 0x0a, 0x0d]) VALUES[white] = WHITE;
VALUES[EQUALS] = PAD;

/** The length of the base64 text of `length` bytes. */
export function base64Length(length: number): number {
  return Math.ceil(length / 3) * 4;
}

/** Strict base64, byte by byte: it knows what is wrong, and allows white space. */
export function decodeBase64(data: Uint8Array, start: number, end: number): Uint8Array | Base64Fault {
  const target = new Uint8Array(Math.floor((end - start) / 4) * 3 + 3);
  let written = 0;
  let bits = 0;
  let digits = 0;
  let padding = 0;
  for (let at = start; at < end; at++) {
    const value = VALUES[data[at] as number] as number;
    if (value < 64) {
      if (padding > 0) return 'padding';
      bits = (bits << 6) | value;
      digits = (digits + 1) & 3;
      if (digits === 0) {
        target[written] = bits >> 16;
        target[written + 1] = bits >> 8;
        target[written + 2] = bits;
        written += 3;
        bits = 0;
      }
    } else if (value === PAD) padding++;
    else if (value === BAD) return 'character';
  }
  if (digits === 0) return padding === 0 ? target.slice(0, written) : 'padding';
  if (digits === 1 || padding !== 4 - digits) return 'padding';
  const stray = digits === 2 ? 4 : 2;
  if ((bits & ((1 << stray) - 1)) !== 0) return 'stray-bits';
  bits >>= stray;
  if (digits === 3) target[written++] = bits >> 8;
  target[written++] = bits;
  return target.slice(0, written);
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
