import { XmlBytesReader } from '../../runtime/src/xml/bytes-reader.ts';
import { toUtf8 } from '../../runtime/src/xml/encoding.ts';
import { XmlError } from '../../runtime/src/xml/error.ts';
import { readDocument, type Tree } from './tree.ts';

/** A document type declaration without its internal subset (XML 1.0, 2.8 [28]). */
const DECLARATION =
  /^<!DOCTYPE[ \t\r\n]+[^ \t\r\n[\]<>"']+(?:[ \t\r\n]+(?:SYSTEM|PUBLIC[ \t\r\n]+(?:"[-a-zA-Z0-9'()+,./:=?;!*#@$_% \r\n]*"|'[-a-zA-Z0-9()+,./:=?;!*#@$_% \r\n]*'))[ \t\r\n]+(?:"[^"]*"|'[^']*'))?[ \t\r\n]*(?:\[\][ \t\r\n]*)?>$/;

/** Start and end of the parts of an internal subset in which brackets and angles have no meaning. */
const ENDS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['"', '"'],
  ["'", "'"],
];

/** A document whose document type declaration was replaced by white space. */
export interface Blanked {
  /** The whole document; undefined without a declaration. */
  readonly text: string | undefined;
  readonly declaration: string;
}

/** Replaces the document type declaration, whose position is that of the reader's error. @throws {XmlError} when it is malformed. */
export function blankDoctype(bytes: Uint8Array): Blanked {
  const offset = doctypeOffset(bytes);
  if (offset === undefined) return { text: undefined, declaration: '' };
  const { data, start } = toUtf8(bytes);
  const text = new TextDecoder().decode(data.subarray(offset));
  const end = endOf(text);
  if (end === undefined)
    throw new XmlError('ill-formed', 'a document type declaration that is invalid or does not end');
  const declaration = text.slice(0, end);
  const before = new TextDecoder().decode(data.subarray(start, offset));
  return { text: before + declaration.replace(/[^\r\n]/g, ' ') + text.slice(end), declaration };
}

function doctypeOffset(bytes: Uint8Array): number | undefined {
  try {
    new XmlBytesReader(bytes).openRoot();
  } catch (error) {
    if (error instanceof XmlError && error.code === 'doctype') return error.offset;
  }
  return undefined;
}

/** Reads a document without its document type declaration. A second one is an error, as is one after the root. */
export function readWithoutDoctype(bytes: Uint8Array, { text }: Blanked): Tree {
  if (text === undefined) return readDocument(new XmlBytesReader(bytes));
  try {
    return readDocument(new XmlBytesReader(new TextEncoder().encode(text), { charset: 'utf-8' }));
  } catch (error) {
    if (!(error instanceof XmlError) || error.code !== 'doctype') throw error;
    throw new XmlError('ill-formed', 'a second document type declaration, or one after the root');
  }
}

/** End of the declaration that begins the text; undefined without an end, and when it is malformed outside of its subset. */
function endOf(text: string): number | undefined {
  let depth = 0;
  let outside = '';
  for (let at = 0; at < text.length; ) {
    const part = ENDS.find(([start]) => text.startsWith(start, at));
    let next = at + 1;
    if (part !== undefined) {
      const [start, end] = part;
      const found = text.indexOf(end, at + start.length);
      if (found === -1) return undefined;
      next = found + end.length;
    }
    const piece = text.slice(at, next);
    if (piece === ']') depth--;
    if (depth === 0) outside += piece;
    if (piece === '[' && depth === 0) depth++;
    at = next;
    if (depth === 0 && piece === '>') return DECLARATION.test(outside) ? at : undefined;
  }
  return undefined;
}
