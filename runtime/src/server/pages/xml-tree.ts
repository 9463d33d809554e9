import { decodeUtf8 } from '#bytes';
import { XmlBytesReader } from '../../xml/bytes-reader.ts';
import { XmlError } from '../../xml/error.ts';

/** An element of a message as it stands there, for a page to show. */
export interface XmlElement {
  /** Name with its prefix, and attributes, as they stand in the start tag. */
  readonly tag: string;
  readonly local: string;
  /** Elements in their order, and what is between them as it stands: text, CDATA sections, comments. */
  readonly content: (XmlElement | string)[];
}

/** The root of a message, or undefined when it is not well-formed or reaches a limit. */
export function parseTree(message: Uint8Array): XmlElement | undefined {
  try {
    // Then the scan below may trust what it finds, and nothing is deeper than the reader lets through.
    const reader = new XmlBytesReader(message);
    reader.openRoot();
    reader.skip();
    reader.finish();
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
  return scan(decodeUtf8(message, 0, message.length));
}

function scan(text: string): XmlElement | undefined {
  const document: XmlElement = { tag: '', local: '', content: [] };
  const open = [document];
  let at = 0;
  while (at < text.length) {
    const parent = open.at(-1) ?? document;
    const end = endOfPiece(text, at);
    const piece = text.slice(at, end);
    at = end;
    if (piece.startsWith('</')) open.pop();
    else if (piece.startsWith('<?')) continue;
    else if (!piece.startsWith('<') || piece.startsWith('<!')) parent.content.push(piece);
    else {
      const empty = piece.endsWith('/>');
      const tag = piece.slice(1, empty ? -2 : -1).trim();
      const name = /^[^\s]+/.exec(tag)?.[0] ?? '';
      const element: XmlElement = { tag, local: name.slice(name.indexOf(':') + 1), content: [] };
      parent.content.push(element);
      if (!empty) open.push(element);
    }
  }
  return elementsOf(document)[0];
}

/** A piece is a tag, a comment, an instruction, a CDATA section, or the text up to the next one. */
function endOfPiece(text: string, at: number): number {
  if (text[at] !== '<') return orEnd(text, text.indexOf('<', at), 0);
  if (text.startsWith('<!--', at)) return orEnd(text, text.indexOf('-->', at + 4), 3);
  if (text.startsWith('<![CDATA[', at)) return orEnd(text, text.indexOf(']]>', at), 3);
  if (text.startsWith('<?', at)) return orEnd(text, text.indexOf('?>', at), 2);
  let quote = '';
  for (let index = at + 1; index < text.length; index++) {
    const character = text[index] as string;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index + 1;
  }
  return text.length;
}

function orEnd(text: string, found: number, length: number): number {
  return found === -1 ? text.length : found + length;
}

export function elementsOf({ content }: XmlElement): readonly XmlElement[] {
  return content.filter((part) => typeof part !== 'string');
}

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The character data of an element, references resolved and comments left out. */
export function textOf({ content }: XmlElement): string {
  return content.map((part) => (typeof part === 'string' ? plain(part) : '')).join('');
}

function plain(part: string): string {
  if (part.startsWith('<!--')) return '';
  if (part.startsWith('<![CDATA[')) return part.slice('<![CDATA['.length, -']]>'.length);
  return part.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name = '') => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return references[name] ?? whole;
  });
}

/** Whether an element says xsi:nil. */
export function isNil({ tag }: XmlElement): boolean {
  return /\s[^\s=]*:nil\s*=\s*["']\s*(?:true|1)\s*["']/.test(tag);
}
