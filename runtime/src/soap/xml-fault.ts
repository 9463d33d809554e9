import { XmlError } from '../xml/error.ts';
import { SoapFault } from './fault.ts';
import { detailCodes, type RuntimeDetailCode } from './fault-codes.ts';

/** The fault for a message that could not be read: its sender's mistake (rule R5). */
export function faultOfXmlError(error: XmlError): SoapFault {
  return senderFault(detailCodes[error.code], error.message, { path: error.path, cause: error });
}

/** A fault that the runtime itself finds a message guilty of. */
export function senderFault(
  detailCode: RuntimeDetailCode,
  reason: string,
  more: { readonly path?: string; readonly httpStatus?: number; readonly cause?: unknown } = {},
): SoapFault {
  return new SoapFault({ code: 'Sender', detailCode, reason, ...more });
}

/**
 * What a codec has thrown, as an error about the message where it is one. Records of a great many fields that hold
 * themselves can exhaust the stack before `maxDepth` is reached: that is a limit too.
 */
export function asXmlError(error: unknown): XmlError | undefined {
  if (error instanceof XmlError) return error;
  const isOverflow = error instanceof RangeError && /call stack|recursion/i.test(error.message);
  return isOverflow
    ? new XmlError('limit', 'The message is nested deeper than the stack allows; lower limits.maxDepth.')
    : undefined;
}
