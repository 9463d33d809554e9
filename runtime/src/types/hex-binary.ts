import { decodeAscii } from '#bytes';
import { collapse } from '../xml/white-space.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

const DIGITS = '0123456789ABCDEF';

/** xs:hexBinary (XML Schema part 2, 3.2.15): two digits a byte, written in capitals. */
export const hexBinary: SimpleType<Uint8Array> = {
  name: 'hexBinary',
  parse(text) {
    const value = collapse(text);
    if (value.length % 2 !== 0) throw new ValueError('it must have two digits for each byte');
    const bytes = new Uint8Array(value.length / 2);
    for (let at = 0; at < bytes.length; at++) {
      const high = nibble(value.charCodeAt(2 * at));
      const low = nibble(value.charCodeAt(2 * at + 1));
      if (high < 0 || low < 0) throw new ValueError('it must hold hexadecimal digits alone');
      bytes[at] = high * 16 + low;
    }
    return bytes;
  },
  print(value) {
    if (!(value instanceof Uint8Array)) throw new ValueError('it must be a Uint8Array');
    // Pieces that are added one by one are a tree, which takes many times the memory of the text.
    const text = new Uint8Array(2 * value.length);
    for (let at = 0; at < value.length; at++) {
      const byte = value[at] as number;
      text[2 * at] = DIGITS.charCodeAt(byte >> 4);
      text[2 * at + 1] = DIGITS.charCodeAt(byte & 15);
    }
    return decodeAscii(text, 0, text.length);
  },
};

function nibble(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (code >= 0x41 && code <= 0x46) return code - 0x41 + 10;
  if (code >= 0x61 && code <= 0x66) return code - 0x61 + 10;
  return -1;
}
