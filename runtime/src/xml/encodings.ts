import { encodeUtf8, isAscii } from '#bytes';
import { XmlError } from './error.ts';

/** Bytes in which a document that declares its encoding has done so. */
const HEAD = 200;

/** `encoding="…"` in an XML declaration. */
const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;

/**
 * The encoding of a document in lower case: that of its byte order mark, else the `charset` parameter of its Content-Type,
 * else that of its XML declaration, else UTF-8 (RFC 7303, 3).
 *
 * @param head the document, or its first 200 bytes.
 */
export function encodingOf(head: Uint8Array, charset?: string): string {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  const pair = ((first ?? 0) << 8) | (second ?? 0);
  if (pair === 0xfeff) return 'utf-16be';
  if (pair === 0xfffe) return 'utf-16le';
  const name = charset?.toLowerCase();
  if (name !== undefined && name !== 'utf-16') return name;
  // `<` in UTF-16 without a mark.
  if (pair === 0x003c) return 'utf-16be';
  if (pair === 0x3c00) return 'utf-16le';
  if (name !== undefined) return name;
  const text = Array.from(head.subarray(0, HEAD), (byte) => String.fromCharCode(byte)).join('');
  const inDeclaration = declared.exec(text)?.[1]?.toLowerCase() ?? 'utf-8';
  // A declaration that is readable as ASCII is not UTF-16, whatever it says: a common slip of editors.
  return inDeclaration.startsWith('utf-16') ? 'utf-8' : inDeclaration;
}

/** Characters of windows-1252 from 0x80 on; a space where it has none. */
const windows1252From80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Some releases of Node.js decode windows-1252 as ISO-8859-1, whose characters from 0x80 to 0x9F are controls. */
function windows1252(control: string): string {
  const character = windows1252From80[control.charCodeAt(0) - 0x80] ?? ' ';
  return character === ' ' ? control : character;
}

/**
 * Decodes bytes in an encoding of the WHATWG Encoding Standard, in pieces, and without a byte order mark.
 *
 * @throws {XmlError} `encoding` for an unknown encoding, UTF-7 among them, and for bytes that are not valid in it.
 */
export class TextPieces {
  readonly #name: string;
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #isAscii: boolean;

  constructor(encoding: string) {
    this.#name = encoding.replace(/[^\w.:-]/g, '?').slice(0, 40);
    this.#isAscii = /^(?:us-)?ascii$/.test(encoding);
    // Without a mark, UTF-16 has no order of bytes; the standard would take it as little-endian.
    if (encoding === 'utf-16') throw failure('A message in UTF-16 must begin with a byte order mark.');
    try {
      this.#decoder = new TextDecoder(this.#isAscii ? 'utf-8' : encoding, { fatal: true });
    } catch {
      throw failure(`The encoding ${this.#name} is not supported.`);
    }
  }

  /** @param isLast the document ends with these bytes. */
  text(bytes: Uint8Array, isLast: boolean): string {
    if (this.#isAscii && !isAscii(bytes)) throw failure('The message is not valid ASCII.');
    let text: string;
    try {
      text = this.#decoder.decode(bytes, { stream: !isLast });
    } catch {
      throw failure(`The message is not valid ${this.#name.toUpperCase()}.`);
    }
    return this.#decoder.encoding === 'windows-1252' ? text.replace(/[\u0080-\u009F]/g, windows1252) : text;
  }
}

function failure(message: string): XmlError {
  return new XmlError('encoding', message, '', 0);
}

/** An XML file as UTF-8, and as the text that diagnostics quote. */
export interface DecodedXml {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/**
 * Decodes an XML file: UTF-8, UTF-16, and the encodings of the WHATWG Encoding Standard that its declaration names
 * (ISO-8859-x, Windows-125x, …). A byte order mark decides before the declaration does (XML 1.0, F.1).
 *
 * @returns the name of the encoding if it is unknown, or the bytes are not valid in it.
 */
export function decodeXml(bytes: Uint8Array): DecodedXml | string {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextPieces(encoding).text(bytes, true);
  } catch {
    return encoding;
  }
  const start = declared.exec(text);
  const name = start?.[1]?.toLowerCase() ?? 'utf-8';
  if (name === encoding && /^(?:utf-8|utf8|us-ascii)$/.test(name)) return { bytes: withoutMark(bytes), text };
  if (start === null) return { bytes: encoding === 'utf-8' ? withoutMark(bytes) : encodeUtf8(text), text };
  // The reader takes UTF-8 only: another declared encoding is replaced by spaces, so that offsets stay.
  const blank = start[0].replace(/\sencoding\s*=\s*["'][^"']*["']/, (match) => ' '.repeat(match.length));
  return { bytes: encodeUtf8(blank + text.slice(start[0].length)), text };
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
