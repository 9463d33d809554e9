import type { FileReference, XmlDocument } from '../contract/index.ts';
import { decodeXml, encodingOf } from '../contract/index.ts';

/** A new value of an attribute; ASCII without markup. */
export interface Rewriting {
  readonly range: ValueRange;
  readonly value: string;
}

/** Where the value of an attribute is in the decoded text of its file, without its quotes. */
export interface ValueRange {
  readonly start: number;
  readonly end: number;
}

/** The file with other values of attributes. Nothing else changes, and the encoding stays. */
export function rewrite(bytes: Buffer, rewritings: readonly Rewriting[]): Buffer {
  const decoded = rewritings.length === 0 ? '' : decodeXml(bytes);
  if (typeof decoded === 'string') return bytes;
  const { text } = decoded;
  const edits = rewritings
    .filter(({ range, value }) => text.slice(range.start, range.end) !== value)
    .sort((a, b) => a.range.start - b.range.start);
  if (edits.length === 0) return bytes;
  const encoding = encodingOf(bytes);
  const positions = new BytePositions(bytes, text, encoding);
  const parts: Buffer[] = [];
  let copied = 0;
  for (const { range, value } of edits) {
    parts.push(bytes.subarray(copied, positions.of(range.start)), encoded(value, encoding));
    copied = positions.of(range.end);
  }
  return Buffer.concat([...parts, bytes.subarray(copied)]);
}

/** The value of the attribute that has the location of a reference. */
export function locationRange(document: XmlDocument, { element, attribute }: FileReference): ValueRange {
  const { start: tagStart, end: tagEnd } = document.range(element);
  const tag = document.findings.source.text.slice(tagStart, tagEnd);
  for (const found of tag.matchAll(/\s([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g)) {
    const [all, name, quoted = ''] = found;
    if (name !== attribute) continue;
    const start = tagStart + found.index + all.length - quoted.length + 1;
    return { start, end: start + quoted.length - 2 };
  }
  throw new TypeError(`The start tag has no attribute ${attribute}.`);
}

function encoded(ascii: string, encoding: string): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(ascii, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(ascii, 'utf16le').swap16();
  return Buffer.from(ascii, 'latin1');
}

/** Converts ascending offsets in UTF-16 code units of the decoded text to offsets in the bytes of the file. */
class BytePositions {
  readonly #text: string;
  readonly #widthOf: WidthOf;
  #unit = 0;
  #byte: number;

  constructor(bytes: Buffer, text: string, encoding: string) {
    this.#text = text;
    this.#byte = markLength(bytes);
    this.#widthOf = widths(bytes.subarray(this.#byte), text, encoding);
  }

  of(unit: number): number {
    this.#byte += this.#widthOf(this.#text.slice(this.#unit, unit));
    this.#unit = unit;
    return this.#byte;
  }
}

/** The byte order mark is not part of the decoded text. */
function markLength(bytes: Buffer): number {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 3;
  return (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe) ? 2 : 0;
}

/** How many bytes the next part of the text takes. */
type WidthOf = (part: string) => number;

function widths(bytes: Buffer, text: string, encoding: string): WidthOf {
  if (encoding.startsWith('utf-16')) return (part) => 2 * part.length;
  // ISO-8859-x and Windows-125x, and whatever contains ASCII only.
  if (bytes.length === text.length) return (part) => part.length;
  if (encoding === 'utf-8') return (part) => Buffer.byteLength(part);
  return decodedWidths(bytes, encoding);
}

/** For encodings with characters of several bytes, such as Shift_JIS: decodes byte by byte. */
function decodedWidths(bytes: Buffer, encoding: string): WidthOf {
  const decoder = new TextDecoder(encoding);
  let at = 0;
  return (part) => {
    const start = at;
    for (let units = 0; units < part.length && at < bytes.length; at++) {
      units += decoder.decode(bytes.subarray(at, at + 1), { stream: true }).length;
    }
    return at - start;
  };
}
