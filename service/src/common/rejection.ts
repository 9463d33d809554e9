/** Why a caller is refused. The codes stand in the details of faults, so they never change their meaning. */
export type RejectionCode =
  /** A key, a code or a password is not right, or may not be used for this. */
  | 'AccessDenied'
  /** Too many wrong ones; the message names the wait. */
  | 'TooManyAttempts'
  /** A field is missing or holds what it cannot. */
  | 'InvalidValue'
  | 'InvalidName'
  | 'InvalidPath'
  | 'PathNotFound'
  /** A folder of that name is there. */
  | 'FolderExists'
  /** A file of that name is there. */
  | 'FileExists'
  | 'UnknownCompany'
  | 'UnknownClient'
  | 'NoIdentityProvider'
  /** A provider's word was not accepted, or there is no account for it. */
  | 'SignInRefused'
  /** The provider is slow, down, or answers what it should not. */
  | 'ProviderUnavailable'
  | 'AccountExists'
  | 'UploadUnknown'
  | 'UploadFinished'
  | 'UploadBusy'
  | 'OffsetMismatch'
  | 'BytesDiffer';

/** What was asked for is not done, and the caller is told why. The message is for them: it holds no secret. */
export class Rejection extends Error {
  override readonly name = 'Refusal';
  readonly code: RejectionCode;

  /** For the operator's log alone; it holds no secret and no value of the request either. */
  readonly reason: string | undefined;

  constructor(code: RejectionCode, message: string, reason?: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}
