import { type Piece, readPieces, type StartPiece, type WrittenAttribute, XmlError } from '@soapwright/runtime/xml';
import { rejected, type SamlRejectionReason } from './saml-rejection.ts';
import { parseXml, type XmlElement } from './xml-dom.ts';

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
 * @throws {Rejection} `SignInRefused`.
 */
export function checkForm(xml: string): void {
  if (illegal.test(xml)) throw rejected('a character that XML does not allow');
  if (xml.startsWith('\ufeff')) throw rejected('content outside of the root element');
  const progress: Progress = { depth: 0, elements: 0, end: 0 };
  const document = Buffer.from(xml);
  try {
    // The text is UTF-8 by now: an encoding that the declaration claims must not change how it is read.
    for (const piece of readPieces(document, { charset: 'utf-8', limits: readerLimits })) {
      checkPiece(piece, progress);
      progress.end = piece.end;
    }
  } catch (error) {
    if (error instanceof XmlError) throw rejected(reasonOf(error, document, progress));
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
        throw rejected('a processing instruction');
      }
      return;
    case 'instruction':
      throw rejected('a processing instruction');
    case 'comment':
      throw rejected('a comment');
    case 'cdata':
      throw rejected('a CDATA section');
    case 'start':
      progress.depth += 1;
      progress.elements += 1;
      if (progress.elements > formLimits.elements) throw rejected('too many elements');
      if (progress.depth > formLimits.depth) throw rejected('too deep');
      checkStart(piece);
      return;
    case 'end':
      progress.depth -= 1;
      return;
    case 'text':
  }
}

function checkStart({ name, namespace, attributes }: StartPiece): void {
  if (namespace === xmlNamespace) throw rejected('namespaces that are not well-formed');
  if (attributes.length > formLimits.attributes) throw rejected('too many attributes');
  for (const text of [name, ...attributes.map((attribute) => attribute.name)]) {
    if (text.length > formLimits.name) throw rejected('a name that is too long');
    if (!/^[\w.:-]+$/.test(text)) throw rejected('not well-formed');
  }
  for (const attribute of attributes) checkAttribute(attribute);
}

function checkAttribute({ name, namespace, local, value, quoted }: WrittenAttribute): void {
  if (namespace === xmlNamespace && local !== 'lang' && local !== 'space') {
    // xml:base and xml:id change the meaning of URIs and IDs, and exclusive canonicalization drops inherited ones.
    throw rejected('an attribute of xml other than lang and space');
  }
  const isDeclaration = namespace === xmlnsNamespace;
  const isReserved = isDeclaration ? /^(?:xml(?!ns$)|__proto__$)/.test(local) : name.startsWith('xmlns');
  // References and white space would allow several spellings of one name.
  const isPlain = !isDeclaration || (quoted.slice(1, -1) === value && !/\s/.test(value));
  if (isReserved || !isPlain) throw rejected('namespaces that are not well-formed');
}

/** The reason for the operator's log; that the token is rejected does not depend on it. */
function reasonOf(error: XmlError, document: Buffer, { depth, elements, end }: Progress): SamlRejectionReason {
  const at = error.offset ?? 0;
  const startsWith = (mark: string): boolean => document.toString('latin1', at, at + mark.length) === mark;
  const isBetween = document.toString('latin1', end, at).trim() === '';
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
function reasonOfReference({ message }: XmlError, document: Buffer, at: number): SamlRejectionReason {
  const isCharacter =
    message.includes('a character that XML') && document.indexOf(';', at) - at <= '&#1114112;'.length - 1;
  return isCharacter ? 'a character that XML does not allow' : 'an entity that is not one of the five of XML';
}

/**
 * Checks the form of a token and parses it. The tree has elements and text only.
 *
 * @throws {Rejection} `SignInRefused`.
 */
export function parseDocument(xml: string): XmlElement {
  checkForm(xml);
  let errors = 0;
  const root = parseXml(xml, () => {
    errors += 1;
  });
  // The checked form leaves no errors; anything that the parser repairs is rejected all the same.
  if (errors > 0 || root === undefined) throw rejected('not well-formed');
  return root;
}
