import { CodedError } from '../coded-error.ts';
import type { QName } from '../types/qname.ts';

/** Why a message could not be read or written. The closed union lets a program act on it; the SOAP layer includes it in fault details. */
export type XmlErrorCode =
  /** Not well-formed XML 1.0, or not namespace-well-formed. */
  | 'ill-formed'
  /** Bytes that are not valid in the charset of the message. */
  | 'encoding'
  /** A document type declaration, which SOAP prohibits (SOAP 1.2 part 1, 5). */
  | 'doctype'
  /** One of the limits was reached; the message names it. */
  | 'limit'
  /** An element that is not allowed in its position. */
  | 'unexpected-element'
  /** Character data where only elements are allowed. */
  | 'unexpected-text'
  /** A second occurrence of an element that does not repeat. */
  | 'repeated-element'
  /** A missing required element. */
  | 'missing-element'
  /** A missing required attribute. */
  | 'missing-attribute'
  /** xsi:nil on an element that is not nillable, or on one that is not empty. */
  | 'nil'
  /** xsi:type that names another type. */
  | 'type'
  /** A reference of SOAP encoding (`href`) to no element, to two, to another message, or in a circle. */
  | 'reference'
  /** A value outside the lexical or value space of its type. */
  | 'value';

/**
 * A message that cannot be read or written. The text never quotes a value of the message: a field may hold a secret
 * (rule R5).
 */
export class XmlError extends CodedError<XmlErrorCode> {
  static readonly className: string = 'XmlError';
  override readonly name = 'XmlError';
  /** Names of the elements from the body's root to the field, separated by `/`, an attribute as `@name`; empty when it is not about a field. */
  readonly path: string;
  /** Offset in bytes in the message; undefined for an error of writing. */
  readonly offset: number | undefined;
  /** The subcode of a SOAP fault about it, where a specification names one. */
  readonly subcode: QName | undefined;

  constructor(code: XmlErrorCode, message: string, path = '', offset?: number, subcode?: QName) {
    super(code, message);
    this.path = path;
    this.offset = offset;
    this.subcode = subcode;
  }
}

/** Names of a path that are shown at either end. */
const SHOWN = 32;

/** Names of elements as a path, shortened in the middle when there are very many. */
export function joinPath(names: readonly string[]): string {
  if (names.length <= 2 * SHOWN + 1) return names.join('/');
  return [...names.slice(0, SHOWN), '…', ...names.slice(-SHOWN)].join('/');
}
