import { decodeUtf8 } from '#bytes';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { XmlError } from '../xml/error.ts';
import { XML_NAMESPACE, XSI_NAMESPACE } from '../xml/namespaces.ts';

/** An element of a message in its original notation, for a page. */
export interface XmlElement {
  /** With prefix. */
  readonly name: string;
  readonly local: string;
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly scope: Scope;
  /** Elements in order, and between them text, CDATA sections and comments in their original notation. */
  readonly content: (XmlElement | string)[];
}

/** An attribute in its original notation; also a namespace declaration. */
export interface XmlAttribute {
  readonly name: string;
  readonly local: string;
  /** Empty for one without a prefix. */
  readonly namespace: string;
  /** The value with its quotes. */
  readonly quoted: string;
}

/** Namespaces in scope, by prefix. */
export type Scope = Readonly<Record<string, string>>;

/** The root of a message, or undefined when it is not well-formed or reaches a limit. */
export function parseTree(message: Uint8Array): XmlElement | undefined {
  try {
    // The scan below relies on well-formed input of limited depth.
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
  const scope: Scope = Object.assign(Object.create(null), { xml: XML_NAMESPACE });
  const document: XmlElement = { name: '', local: '', namespace: '', attributes: [], scope, content: [] };
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
      const element = elementOf(piece.slice(1, empty ? -2 : -1).trim(), parent.scope);
      parent.content.push(element);
      if (!empty) open.push(element);
    }
  }
  return elementsOf(document)[0];
}

function elementOf(tag: string, outer: Scope): XmlElement {
  const name = /^[^\s]+/.exec(tag)?.[0] ?? '';
  const found = [...tag.slice(name.length).matchAll(/([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g)];
  const declared = found.filter(([, key = '']) => key === 'xmlns' || key.startsWith('xmlns:'));
  let scope = outer;
  if (declared.length > 0) {
    const inner: Record<string, string> = Object.assign(Object.create(null), outer);
    for (const [, key = '', quoted = ''] of declared) inner[key.slice('xmlns:'.length)] = plain(quoted.slice(1, -1));
    scope = inner;
  }
  const attributes = found.map(([, key = '', quoted = '']): XmlAttribute => {
    const colon = key.indexOf(':');
    const namespace = colon === -1 ? '' : (scope[key.slice(0, colon)] ?? '');
    return { name: key, local: key.slice(colon + 1), namespace, quoted };
  });
  return { name, ...expanded(name, scope), attributes, scope, content: [] };
}

/** Resolves a prefixed name; the default namespace applies. */
export function expanded(name: string, scope: Scope): { readonly local: string; readonly namespace: string } {
  const colon = name.indexOf(':');
  return { local: name.slice(colon + 1), namespace: scope[colon === -1 ? '' : name.slice(0, colon)] ?? '' };
}

function isDeclaration({ name }: XmlAttribute): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:');
}

/** The value of an attribute, with references resolved. */
export function attributeValue({ quoted }: XmlAttribute): string {
  return plain(quoted.slice(1, -1));
}

/** A piece is a tag, a comment, a processing instruction, a CDATA section, or text. */
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

/** The character data of an element, with references resolved, without comments. */
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

/** The value of an attribute of the XML Schema instance namespace. */
export function instanceAttribute({ attributes }: XmlElement, name: 'nil' | 'type'): string | undefined {
  const found = attributes.find(({ local, namespace }) => local === name && namespace === XSI_NAMESPACE);
  return found === undefined ? undefined : attributeValue(found).trim();
}

/** Whether an element is nil. */
export function isNil(element: XmlElement): boolean {
  const value = instanceAttribute(element, 'nil');
  return value === 'true' || value === '1';
}

/** Whether an attribute belongs to the markup: a namespace declaration or an `xsi` attribute. */
export function isAboutMarkup(attribute: XmlAttribute): boolean {
  return isDeclaration(attribute) || attribute.namespace === XSI_NAMESPACE;
}
