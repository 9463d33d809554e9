/** A long text in which repeated passages are references to their first place: see `unpack`. */
export interface PackedText {
  readonly packed: string;
  /** UTF-16 code units of the text. */
  readonly length: number;
}

/** Begins a reference: `~`, four digits for the distance, two for the length. A `~` of the text is written twice. */
const REFERENCE = 0x7e;
const DISTANCE_DIGITS = 4;
const LENGTH_DIGITS = 2;

/** Digits to the base 90: ASCII without space, and without what template literals escape. */
const digits = '!"#%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}';

const valueOfDigit: ReadonlyMap<string, number> = new Map(Array.from(digits, (digit, value) => [digit, value]));

/** The text of a packed one. @throws {TypeError} for one that no generator wrote. */
export function unpack({ packed, length }: PackedText): string {
  const units = new Uint16Array(length);
  let to = 0;
  for (let at = 0; at < packed.length; at++) {
    const unit = packed.charCodeAt(at);
    if (unit !== REFERENCE || packed.charCodeAt(at + 1) === REFERENCE) {
      if (unit === REFERENCE) at++;
      units[to++] = unit;
      continue;
    }
    const lengthAt = at + 1 + DISTANCE_DIGITS;
    const distance = numberAt(packed, at + 1, lengthAt);
    const size = numberAt(packed, lengthAt, lengthAt + LENGTH_DIGITS);
    if (distance > to || size > distance || to + size > length) throw new TypeError('The packed text is wrong.');
    units.copyWithin(to, to - distance, to - distance + size);
    to += size;
    at = lengthAt + LENGTH_DIGITS - 1;
  }
  if (to !== length) throw new TypeError('The packed text has another length.');
  return decodedText(units);
}

function numberAt(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++)
    value = value * digits.length + (valueOfDigit.get(text.charAt(at)) ?? Number.NaN);
  if (Number.isNaN(value)) throw new TypeError('The packed text is wrong.');
  return value;
}

/** Arguments of one call. */
const PIECE = 8_192;

function decodedText(units: Uint16Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < units.length; at += PIECE) {
    pieces.push(String.fromCharCode(...units.subarray(at, at + PIECE)));
  }
  return pieces.join('');
}
