/** Why a command of the operator cannot be done as it was given. Nothing was changed. */
export type OperatorErrorCode =
  /** A name, a time or a path that was given cannot be one. */
  | 'invalid-argument'
  /** Something of that name is there, or was and is revoked. */
  | 'name-taken'
  | 'unknown-name'
  | 'unknown-tenant'
  | 'no-such-folder'
  | 'no-such-file'
  /** Files on the disk would be overwritten. */
  | 'already-there';

/** The message is a whole sentence, with the remedy where there is one. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
