import { CR, HASH, LF, SEMICOLON, TAB, utf8 } from './octets.ts';

/** Where a character is: in text, or in the value of an attribute. */
export type Place = 'text' | 'attribute';

const AMP = utf8('&amp;');
const LT = utf8('&lt;');
const GT = utf8('&gt;');
const QUOT = utf8('&quot;');
const TAB_REFERENCE = utf8('&#x9;');
const LF_REFERENCE = utf8('&#xA;');
const CR_REFERENCE = utf8('&#xD;');

/** The characters that canonical XML writes as references (Canonical XML 1.0, 2.3), by their code points. */
const escapes: Readonly<Record<Place, ReadonlyMap<number, Uint8Array>>> = {
  text: new Map([
    [0x26, AMP],
    [0x3c, LT],
    [0x3e, GT],
    [CR, CR_REFERENCE],
  ]),
  attribute: new Map([
    [0x26, AMP],
    [0x3c, LT],
    [0x22, QUOT],
    [TAB, TAB_REFERENCE],
    [LF, LF_REFERENCE],
    [CR, CR_REFERENCE],
  ]),
};

/** A character as canonical XML writes it. */
export function canonicalCharacter(point: number, place: Place): Uint8Array {
  return escapes[place].get(point) ?? utf8(String.fromCodePoint(point));
}

/** Offset of the `;` of a reference in a document that was read. */
export function referenceEnd(data: Uint8Array, ampersand: number): number {
  return data.indexOf(SEMICOLON, ampersand);
}

/** By the first letters of their names: that of `amp` and `apos` is the same. */
const LOWER_A = 0x61;
const LOWER_G = 0x67;
const LOWER_L = 0x6c;
const LOWER_M = 0x6d;
const LOWER_X = 0x78;

/** Whether a reference is as canonical XML writes it: &amp; and &lt;, and by its place &gt; or &quot;. */
export function isCanonicalReference(data: Uint8Array, ampersand: number, place: Place): boolean {
  switch (data[ampersand + 1]) {
    case LOWER_A:
      return data[ampersand + 2] === LOWER_M;
    case LOWER_L:
      return true;
    case LOWER_G:
      return place === 'text';
    case HASH:
      return false;
    default:
      return place === 'attribute';
  }
}

/**
 * The code point of a reference in a document that was read.
 *
 * @param end offset of its `;`.
 */
export function referencedPoint(data: Uint8Array, ampersand: number, end: number): number {
  switch (data[ampersand + 1]) {
    case LOWER_A:
      return data[ampersand + 2] === LOWER_M ? 0x26 : 0x27;
    case LOWER_L:
      return 0x3c;
    case LOWER_G:
      return 0x3e;
    case HASH:
      break;
    default:
      return 0x22;
  }
  const isHex = data[ampersand + 2] === LOWER_X;
  let point = 0;
  for (let at = ampersand + (isHex ? 3 : 2); at < end; at++) {
    const byte = data[at] as number;
    point = point * (isHex ? 16 : 10) + (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);
  }
  return point;
}
