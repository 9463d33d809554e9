import type { XmlError } from '../xml/error.ts';
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
