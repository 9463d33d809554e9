import {
  type Piece,
  readPieces,
  readTree,
  type StartPiece,
  type WrittenAttribute,
  XmlError,
} from '@soapwright/runtime/xml';
import { SamlElement } from './saml-element.ts';
import { SamlError, type SamlReason } from './saml-error.ts';

/** Limits of a token, far above real ones. */
export const formLimits: {
  readonly depth: number;
  readonly elements: number;
  /** Per element, including namespace declarations. */
  readonly attributes: number;
  /** Characters, including the prefix. */
  readonly name: number;
} = { depth: 32, elements: 4_000, attributes: 32, name: 128 };

/** The length of a token is limited, and so are these. */
const readerLimits = {
  maxAttributes: Number.MAX_SAFE_INTEGER,
  maxNameBytes: Number.MAX_SAFE_INTEGER,
  maxAttributeValueBytes: Number.MAX_SAFE_INTEGER,
};
const illegal = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

/**
 * Checks the form of a token in linear time before it is parsed: well-formed XML 1.0 and namespaces, within the limits,
 * with elements, attributes and text only. Features that attacks on parsers use, and no provider needs, are rejected:
 * DOCTYPE, comments, CDATA sections, processing instructions, entities, names beyond ASCII.
 *
 * @throws {SamlError}.
 */
export function checkForm(xml: string): void {
  if (illegal.test(xml)) throw new SamlError('a character that XML does not allow');
  if (xml.startsWith('\ufeff')) throw new SamlError('content outside of the root element');
  const progress: Progress = { depth: 0, elements: 0, end: 0 };
  const document = new TextEncoder().encode(xml);
  try {
    // The text is UTF-8 by now: an encoding that the declaration claims must not change how it is read.
    for (const piece of readPieces(document, { charset: 'utf-8', limits: readerLimits })) {
      checkPiece(piece, progress);
      progress.end = piece.end;
    }
  } catch (error) {
    if (error instanceof XmlError) throw new SamlError(reasonOf(error, document, progress));
    throw error;
  }
}

/** How much of a token was checked. */
interface Progress {
  /** Open elements. */
  depth: number;
  /** Elements until now. */
  elements: number;
  /** Offset in bytes of the next piece. */
  end: number;
}

function checkPiece(piece: Piece, progress: Progress): void {
  switch (piece.kind) {
    case 'declaration':
      if (piece.encoding !== undefined && piece.encoding.toLowerCase() !== 'utf-8') {
        throw new SamlError('a processing instruction');
      }
      return;
    case 'instruction':
      throw new SamlError('a processing instruction');
    case 'comment':
      throw new SamlError('a comment');
    case 'cdata':
      throw new SamlError('a CDATA section');
    case 'start':
      progress.depth += 1;
      progress.elements += 1;
      if (progress.elements > formLimits.elements) throw new SamlError('too many elements');
      if (progress.depth > formLimits.depth) throw new SamlError('too deep');
      checkStart(piece);
      return;
    case 'end':
      progress.depth -= 1;
      return;
    case 'text':
  }
}

function checkStart({ name, namespace, attributes }: StartPiece): void {
  if (namespace === xmlNamespace) throw new SamlError('namespaces that are not well-formed');
  if (attributes.length > formLimits.attributes) throw new SamlError('too many attributes');
  for (const text of [name, ...attributes.map((attribute) => attribute.name)]) {
    if (text.length > formLimits.name) throw new SamlError('a name that is too long');
    if (!/^[\w.:-]+$/.test(text)) throw new SamlError('not well-formed');
  }
  for (const attribute of attributes) checkAttribute(attribute);
}

function checkAttribute({ name, namespace, local, value, quoted }: WrittenAttribute): void {
  if (namespace === xmlNamespace && local !== 'lang' && local !== 'space') {
    // xml:base and xml:id change the meaning of URIs and IDs, and exclusive canonicalization drops inherited ones.
    throw new SamlError('an attribute of xml other than lang and space');
  }
  const isDeclaration = namespace === xmlnsNamespace;
  const isReserved = isDeclaration ? /^(?:xml(?!ns$)|__proto__$)/.test(local) : name.startsWith('xmlns');
  // References and white space would allow several spellings of one name.
  const isPlain = !isDeclaration || (quoted.slice(1, -1) === value && !/\s/.test(value));
  if (isReserved || !isPlain) throw new SamlError('namespaces that are not well-formed');
}

/** The reason for the operator's log; that the token is rejected does not depend on it. */
function reasonOf(error: XmlError, document: Uint8Array, { depth, elements, end }: Progress): SamlReason {
  const at = error.offset ?? 0;
  const startsWith = (mark: string): boolean => latin1(document, at, at + mark.length) === mark;
  const isBetween = latin1(document, end, at).trim() === '';
  if (startsWith('&') && (depth > 0 || !isBetween)) return reasonOfReference(error, document, at);
  if (/prefix|namespace|attribute twice/.test(error.message)) return 'namespaces that are not well-formed';
  if (!isBetween) return 'not well-formed';
  if (startsWith('<?')) return 'a processing instruction';
  if (startsWith('<!--')) return 'a comment';
  if (startsWith('<![CDATA[')) return 'a CDATA section';
  if (startsWith('<!')) return 'a DOCTYPE';
  const isOutside = depth === 0 && at < document.length && (elements > 0 || !startsWith('<'));
  return isOutside ? 'content outside of the root element' : 'not well-formed';
}

/** A number of more than seven digits is not a character of any encoding. */
function reasonOfReference({ message }: XmlError, document: Uint8Array, at: number): SamlReason {
  const isCharacter =
    message.includes('a character that XML') && document.indexOf(0x3b, at) - at <= '&#1114112;'.length - 1;
  return isCharacter ? 'a character that XML does not allow' : 'an entity that is not one of the five of XML';
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Array.from(bytes.subarray(start, end), (byte) => String.fromCharCode(byte)).join('');
}

/**
 * Checks the form of a token and parses it. The tree has elements and text only.
 *
 * @throws {SamlError}
 */
export function parseSaml(xml: string): SamlElement {
  checkForm(xml);
  return new SamlElement(readTree(new TextEncoder().encode(xml), { limits: readerLimits }));
}
