import { CodedError } from '../coded-error.ts';

/** Mistakes in the bytes of a Blob. */
export type BlobErrorCode =
  /** It can be read once, and was. */
  | 'read-already'
  /** It has fewer or more bytes than its size. */
  | 'wrong-size'
  /** Its file was replaced or changed after the Blob was created. */
  | 'changed'
  /** It is an attachment, and the message has no parts. */
  | 'no-parts'
  /** Its source yields something other than a Uint8Array. */
  | 'not-bytes';

/** A Blob whose bytes cannot be read as promised. The message quotes none of its bytes. */
export class BlobError extends CodedError<BlobErrorCode> {
  static readonly className: string = 'BlobError';
  override readonly name = 'BlobError';
}
