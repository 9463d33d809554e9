import { decodeText, type Entry, maxEntries, tooManyEntries } from './entry.ts';
import { FormError } from './form-error.ts';

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/**
 * The entries of an application/x-www-form-urlencoded body (https://url.spec.whatwg.org/#urlencoded-parsing), but strict:
 * a `%` that begins no escape is refused, and so is text that is not UTF-8.
 *
 * @throws {FormError} `malformed`, `encoding` or `limit`.
 */
export function parseUrlEncoded(body: Uint8Array): readonly Entry[] {
  const entries: Entry[] = [];
  for (let start = 0; start < body.length; ) {
    const found = body.indexOf(AMPERSAND, start);
    const end = found === -1 ? body.length : found;
    if (end > start) {
      if (entries.length === maxEntries) throw tooManyEntries();
      const equals = body.subarray(start, end).indexOf(EQUALS);
      const nameEnd = equals === -1 ? end : start + equals;
      const name = decodeText(unescaped(body.subarray(start, nameEnd)), 'The name of an entry');
      const value = unescaped(body.subarray(Math.min(nameEnd + 1, end), end));
      entries.push({ name, value, fileName: undefined });
    }
    start = end + 1;
  }
  return entries;
}

function unescaped(escaped: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(escaped.length);
  let length = 0;
  for (let at = 0; at < escaped.length; at++) {
    const byte = escaped[at] as number;
    if (byte === PERCENT) {
      bytes[length++] = (digit(escaped[at + 1]) << 4) | digit(escaped[at + 2]);
      at += 2;
    } else {
      bytes[length++] = byte === PLUS ? SPACE : byte;
    }
  }
  return bytes.subarray(0, length);
}

function digit(byte: number | undefined): number {
  const value = byte === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(byte), 16);
  if (Number.isNaN(value)) throw new FormError('malformed', 'A "%" in the form is followed by no two hex digits.');
  return value;
}
