import { XmlBytesReader } from '../../runtime/src/xml/bytes-reader.ts';

/** A document type declaration without its internal subset (XML 1.0, 2.8 [28]). */
const DECLARATION =
  /^<!DOCTYPE[ \t\r\n]+[^ \t\r\n[\]<>"']+(?:[ \t\r\n]+(?:SYSTEM|PUBLIC[ \t\r\n]+(?:"[-a-zA-Z0-9'()+,./:=?;!*#@$_% \r\n]*"|'[-a-zA-Z0-9()+,./:=?;!*#@$_% \r\n]*'))[ \t\r\n]+(?:"[^"]*"|'[^']*'))?[ \t\r\n]*(?:\[\][ \t\r\n]*)?>$/;

/** What ends a part of an internal subset in which brackets and angles say nothing. */
const ENDS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['"', '"'],
  ["'", "'"],
];

/**
 * The runtime's reader, but that it passes over a document type declaration in place of refusing it, whatever stands in
 * its internal subset. What is declared there is not known, as in a message that had none.
 */
export class SkippingReader extends XmlBytesReader {
  /** The whole message with the declaration made white space; undefined where there is none. */
  blanked: string | undefined;
  /** That declaration. */
  declaration = '';
  #allowed = true;

  protected override documentType(): void {
    if (!this.#allowed) throw this.illFormed('a second document type declaration, or one behind the root');
    this.#allowed = false;
    const text = this.slice(this.pos, this.size);
    const end = endOf(text);
    if (end === undefined) throw this.illFormed('a document type declaration that does not end, or is none');
    const before = this.slice(this.message.start, this.pos);
    this.blanked = before + text.slice(0, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
    this.declaration = text.slice(0, end);
    this.pos += new TextEncoder().encode(this.declaration).length;
  }

  override finish(): void {
    this.#allowed = false;
    super.finish();
  }
}

/** Where the declaration that a text begins with ends; undefined when it does not, or is wrong outside of its subset. */
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
