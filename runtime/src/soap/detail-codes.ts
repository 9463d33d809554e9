import type { QName } from '../types/qname.ts';
import { XmlError, type XmlErrorCode } from '../xml/error.ts';
import { SoapFault } from './fault.ts';

/**
 * The detail codes of faults that the runtime creates. They are stable, so programs may depend on them. Handlers of a service
 * add their own codes.
 */
export type RuntimeDetailCode =
  /** Not well-formed XML 1.0, or not namespace-well-formed. */
  | 'IllFormedXml'
  /** Bytes that are not valid in the charset of the message (rule T5), or in its Content-Encoding (rule T6). */
  | 'InvalidEncoding'
  /** A document type declaration. */
  | 'DoctypeNotAllowed'
  /** A limit was exceeded; the reason names it. */
  | 'LimitExceeded'
  /** The body exceeds its limit; sent with HTTP status 413. */
  | 'MessageTooLarge'
  /** The server is at its limit of requests; sent with HTTP status 503 and `Retry-After`. */
  | 'Overloaded'
  /** Well-formed, but not a SOAP envelope whose body holds one operation (rule D6). */
  | 'InvalidEnvelope'
  /** `SOAPAction`, or the action of the Content-Type, does not match the body (rules D2 and D3). */
  | 'ActionMismatch'
  /** The element in the body names no operation (rule D4). */
  | 'UnknownOperation'
  /** An element in a place where the contract does not allow it. */
  | 'UnexpectedElement'
  /** Character data where only elements are allowed. */
  | 'UnexpectedText'
  /** An element that may occur once occurs twice. */
  | 'RepeatedElement'
  /** A required element is missing. */
  | 'MissingElement'
  /** A required attribute is missing. */
  | 'MissingAttribute'
  /** xsi:nil on an element that is not nillable. */
  | 'InvalidNil'
  /** xsi:type names a type that is not allowed. */
  | 'InvalidType'
  /** A reference (`href`) that leads to no value. */
  | 'InvalidReference'
  /** A value that does not fit its type (rule R5). */
  | 'InvalidValue'
  /** A header block that the operation requires is missing. */
  | 'MissingHeader'
  /** A declared header block occurs twice. */
  | 'RepeatedHeader'
  /** A declared header block cannot be read. */
  | 'InvalidHeader'
  /** The server failed; its log has details under the request id (rule W4). */
  | 'InternalError';

const detailCodes: Readonly<Record<XmlErrorCode, RuntimeDetailCode>> = {
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
  reference: 'InvalidReference',
  value: 'InvalidValue',
};

/** The fault for a message that could not be read, which is the sender's error (rule R5). */
export function faultOfXmlError(error: XmlError): SoapFault {
  return senderFault(detailCodes[error.code], error.message, {
    path: error.path,
    cause: error,
    ...(error.subcode && { subcode: error.subcode }),
  });
}

/** A fault that the runtime creates for an error of the sender. */
export function senderFault(
  detailCode: RuntimeDetailCode,
  reason: string,
  more: {
    readonly path?: string;
    readonly subcode?: QName;
    readonly httpStatus?: number;
    readonly cause?: unknown;
  } = {},
): SoapFault {
  return new SoapFault({ code: 'Sender', detailCode, reason, ...more });
}

/**
 * The error of a codec as an error of the message; undefined for any other error. Deep messages with large records can
 * overflow the stack before `maxDepth` is reached, which counts as a limit.
 */
export function asXmlError(error: unknown): XmlError | undefined {
  if (error instanceof XmlError) return error;
  const isOverflow = error instanceof RangeError && /call stack|recursion/i.test(error.message);
  return isOverflow
    ? new XmlError('limit', 'The message is nested deeper than the stack allows; lower limits.maxDepth.')
    : undefined;
}
