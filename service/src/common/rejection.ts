/** Why requests are rejected. The codes are part of fault details, so their meaning never changes. */
export const rejectionCodes = [
  /** A key, a code or a password is wrong, or not valid for this. */
  'AccessDenied',
  /** Too many wrong credentials; the message says how long to wait. */
  'TooManyAttempts',
  /** A field is missing or invalid. */
  'InvalidValue',
  'InvalidName',
  'InvalidPath',
  'PathNotFound',
  /** A folder of that name exists. */
  'FolderExists',
  /** A file of that name exists. */
  'FileExists',
  /** A lock keeps the file; the message says until when. */
  'FileLocked',
  'UnknownCompany',
  'UnknownClient',
  'NoIdentityProvider',
  /** The identity provider's token was not accepted, or there is no account for it. */
  'SignInRefused',
  /** The identity provider is slow, down, or violates its protocol. */
  'ProviderUnavailable',
  'AccountExists',
  'UploadUnknown',
  'UploadFinished',
  'UploadBusy',
  'OffsetMismatch',
  'BytesDiffer',
  /** The file that arrived does not have the SHA-256 that its sender computed. */
  'DigestDiffers',
  /** The quota of the folder access key, its account or its tenant is reached. */
  'QuotaExceeded',
  /** A check of the operator has refused the file; the message says why. */
  'ContentRefused',
  /** A check of the operator could not be made; the bytes are held. */
  'CheckUnavailable',
] as const;

export type RejectionCode = (typeof rejectionCodes)[number];

/** A request that is not carried out. The message is sent to the caller and contains no secret. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly code: RejectionCode;

  /** For the operator's log only; contains no secret and no value of the request. */
  readonly reason: string | undefined;

  /** Seconds after which the request may be sent again; undefined: unknown. */
  readonly retryAfter: number | undefined;

  constructor(code: RejectionCode, message: string, reason?: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}
