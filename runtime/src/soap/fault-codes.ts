import type { XmlErrorCode } from '../xml/error.ts';

/**
 * The codes that the runtime itself puts into the detail of a fault. They are stable: a program may act on them. A
 * service adds its own, by what its handlers throw.
 */
export type RuntimeDetailCode =
  /** Not well-formed XML 1.0, or not namespace-well-formed. */
  | 'IllFormedXml'
  /** Bytes that are not valid in the charset of the message (rule T5), or in its Content-Encoding (rule T6). */
  | 'InvalidEncoding'
  /** A document type declaration. */
  | 'DoctypeNotAllowed'
  /** A limit was reached; the reason names it. */
  | 'LimitExceeded'
  /** More bytes than the limit on bodies lets through; comes with HTTP status 413. */
  | 'MessageTooLarge'
  /** The server has as much to do as it takes on; comes with HTTP status 503 and `Retry-After`. */
  | 'Overloaded'
  /** Well-formed, but not a SOAP envelope with a body and one operation in it (rule D6). */
  | 'InvalidEnvelope'
  /** `SOAPAction`, or the action of the Content-Type, does not go with the body (rules D2 and D3). */
  | 'ActionMismatch'
  /** The element in the body names no operation (rule D4). */
  | 'UnknownOperation'
  /** An element that does not belong where it stands. */
  | 'UnexpectedElement'
  /** Character data where only elements belong. */
  | 'UnexpectedText'
  /** An element there twice that does not repeat. */
  | 'RepeatedElement'
  /** A required element that is not there. */
  | 'MissingElement'
  /** A required attribute that is not there. */
  | 'MissingAttribute'
  /** xsi:nil on an element that cannot be nil. */
  | 'InvalidNil'
  /** xsi:type that names another type. */
  | 'InvalidType'
  /** A value that does not fit its type (rule R5). */
  | 'InvalidValue'
  /** A header block that the operation requires is not there. */
  | 'MissingHeader'
  /** A declared header block is there twice. */
  | 'RepeatedHeader'
  /** A declared header block cannot be read. */
  | 'InvalidHeader'
  /** The server failed; the request id leads to more in its log (rule W4). */
  | 'InternalError';

/** The detail code for each reason why a message could not be read. */
export const detailCodes: Readonly<Record<XmlErrorCode, RuntimeDetailCode>> = {
  'ill-formed': 'IllFormedXml',
  encoding: 'InvalidEncoding',
  doctype: 'DoctypeNotAllowed',
  limit: 'LimitExceeded',
  'unexpected-element': 'UnexpectedElement',
  'unexpected-text': 'UnexpectedText',
  'repeated-element': 'RepeatedElement',
  'missing-element': 'MissingElement',
  'missing-attribute': 'MissingAttribute',
  nil: 'InvalidNil',
  type: 'InvalidType',
  value: 'InvalidValue',
};
