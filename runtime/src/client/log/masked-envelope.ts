import { encodeUtf8 } from '#bytes';
import { encodingOf } from '../../xml/encodings.ts';
import { escapeAttribute, escapeText } from '../../xml/escape.ts';
import { type Piece, readPieces, type StartPiece, type WrittenAttribute } from '../../xml/pieces.ts';
import { looksSecret, MASK } from './secret-names.ts';

/** Longer binary values are shortened. */
const longestBinary = 100;
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const envelopes: ReadonlySet<string> = new Set([
  'http://schemas.xmlsoap.org/soap/envelope/',
  'http://www.w3.org/2003/05/soap-envelope',
]);

/** A document that is not well-formed, as far as it is. */
export interface MaskedDocument {
  readonly text: string;
  /** Why the rest is missing; undefined for a whole document. */
  readonly error: unknown;
}

/**
 * A document as text: values of secret elements and attributes masked at any depth, long binary values shortened, comments
 * and instructions without their content. Elements are found by their names, whatever their prefixes.
 *
 * @param charset of the Content-Type.
 * @param sensitive local names of further secret elements and attributes.
 */
export function maskedDocument(
  document: Uint8Array,
  charset: string | undefined,
  sensitive: ReadonlySet<string>,
): MaskedDocument {
  const mask = new Masking(sensitive);
  try {
    const text = new TextDecoder(encodingOf(document, charset)).decode(document).trimStart();
    for (const piece of readPieces(encodeUtf8(text), { charset: 'utf-8', limits: { maxDepth: 256 } })) mask.add(piece);
    return { text: mask.text, error: undefined };
  } catch (error) {
    mask.cut();
    return { text: mask.text, error: error ?? new Error('unreadable') };
  }
}

interface Open {
  readonly name: string;
  readonly isEnvelope: boolean;
  /** Its child elements are operations or faults, whose names say little. */
  readonly isBody: boolean;
  /** Its own text is a secret. */
  readonly isSecret: boolean;
  /** So is everything in its child elements. */
  readonly isSecretWithin: boolean;
  /** Whether the mask is written. */
  isMasked: boolean;
  hasContent: boolean;
}

class Masking {
  text = '';
  readonly #sensitive: ReadonlySet<string>;
  readonly #open: Open[] = [];

  constructor(sensitive: ReadonlySet<string>) {
    this.#sensitive = sensitive;
  }

  add(piece: Piece): void {
    if (piece.kind === 'start') this.#start(piece);
    else if (piece.kind === 'end') this.#end();
    else if (piece.kind === 'comment') this.#content('<!--…-->');
    else if (piece.kind === 'instruction') this.#content('<?…?>');
    else if (piece.kind === 'text' || piece.kind === 'cdata') this.#value(piece.value);
  }

  /** Ends the text in a document that is not well-formed. */
  cut(): void {
    this.#content('');
  }

  #start(piece: StartPiece): void {
    const { name, local, namespace, attributes } = piece;
    const around = this.#open.at(-1);
    this.#content('');
    const isDeclared = this.#sensitive.has(local);
    const isSecret = around?.isSecretWithin === true || isDeclared || looksSecret(local);
    const isEnvelope = around === undefined && envelopes.has(namespace) && local === 'Envelope';
    this.text += `<${name}`;
    for (const attribute of attributes) this.text += this.#attribute(attribute, isSecret, namespace);
    this.#open.push({
      name,
      isEnvelope,
      isBody: around?.isEnvelope === true && local === 'Body',
      isSecret,
      isSecretWithin: around?.isSecretWithin === true || isDeclared || (isSecret && around?.isBody !== true),
      isMasked: false,
      hasContent: false,
    });
  }

  #attribute({ name, namespace, local, value }: WrittenAttribute, isSecret: boolean, ofElement: string): string {
    const isHarmless =
      namespace === XMLNS ||
      namespace === INSTANCE ||
      (ofElement === WSSE && ['Type', 'EncodingType', 'ValueType'].includes(local));
    const masked = !isHarmless && (isSecret || this.#sensitive.has(local) || looksSecret(local));
    const shown = masked ? MASK : shortened(value);
    return ` ${name}="${escapeAttribute(shown) ?? shown}"`;
  }

  #end(): void {
    const open = this.#open.pop();
    if (open !== undefined) this.text += open.hasContent ? `</${open.name}>` : '/>';
  }

  /** Ends the start tag around content. */
  #content(text: string): void {
    const open = this.#open.at(-1);
    if (open?.hasContent === false) {
      open.hasContent = true;
      this.text += '>';
    }
    this.text += text;
  }

  #value(value: string): void {
    const open = this.#open.at(-1);
    if (open?.isSecret !== true || value.trim() === '') {
      const shown = this.#inner(value) ?? shortened(value);
      this.#content(escapeText(shown) ?? shown);
    } else {
      this.#content(open.isMasked ? '' : MASK);
      open.isMasked = true;
    }
  }

  /** A document in a text, as older services pass it, masked likewise; undefined for any other text. */
  #inner(value: string): string | undefined {
    const start = value.trimStart();
    if (start.charCodeAt(0) !== 0x3c) return undefined;
    const { text, error } = maskedDocument(encodeUtf8(start), 'utf-8', this.#sensitive);
    return error === undefined ? text : `${text}[not well-formed from here]`;
  }
}

/** Base64 and hexadecimal digits, perhaps in lines, are cut; any other text is whole. */
function shortened(value: string): string {
  if (value.length <= longestBinary) return value;
  const digits = value.replace(/\s+/g, '');
  // Words have more spaces than lines of a value.
  const isBinary = value.length - digits.length <= value.length / 16 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(digits);
  return isBinary && digits.length > longestBinary ? `${digits.slice(0, 20)}…[${digits.length} characters]` : value;
}
