/** What can be wrong with the bytes of a Blob. */
export type BlobErrorCode =
  /** It can be read once, and was. */
  | 'read-already'
  /** It has fewer or more bytes than its size says. */
  | 'wrong-size'
  /** Its file is another one than when the Blob was made, or was written to. */
  | 'changed'
  /** Its source hands out something that is no Uint8Array. */
  | 'not-bytes';

/** A Blob does not hold what it says. The message quotes nothing of its bytes. */
export class BlobError extends Error {
  override readonly name = 'BlobError';
  readonly code: BlobErrorCode;

  constructor(code: BlobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
