import { SoapFault } from '@soapwright/runtime/server';
import { Rejection, type RejectionCode } from '../common/rejection.ts';

/** A request that is not carried out; the message is sent to the caller. */
export class TusError extends Error {
  override readonly name = 'TusError';
  readonly status: number;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Clients send again after 409, 423 and 5xx, and give up after others. */
const rejections: { readonly [code in RejectionCode]?: number } = {
  AccessDenied: 401,
  TooManyAttempts: 429,
  InvalidValue: 400,
  InvalidName: 400,
  FolderExists: 403,
  UploadUnknown: 404,
  UploadFinished: 403,
  UploadBusy: 423,
  OffsetMismatch: 409,
  BytesDiffer: 409,
  QuotaExceeded: 413,
  ContentRefused: 403,
  CheckUnavailable: 503,
};

/** The error for a caller; undefined for a failure of the service. */
export function tusErrorOf(error: unknown): TusError | undefined {
  if (error instanceof TusError) return error;
  if (error instanceof Rejection) return new TusError(rejections[error.code] ?? 403, error.message, error.retryAfter);
  // The spool of arriving bytes fails with the fault of a SOAP caller.
  if (error instanceof SoapFault) return new TusError(503, error.message);
  return undefined;
}
