/** What can be wrong with a posted form. */
export type FormErrorCode =
  /** Not multipart/form-data (RFC 7578), or not application/x-www-form-urlencoded. */
  | 'malformed'
  /** A name or a text that is not UTF-8. */
  | 'encoding'
  /** More entries than a form may have, or a head of one that is too long. */
  | 'limit'
  /** XML that is not well-formed. */
  | 'xml'
  /** An entry that the form does not have, or that is there twice. */
  | 'unexpected-entry';

/** A posted form that cannot be read. The text quotes no value: it may be a secret. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly code: FormErrorCode;

  constructor(code: FormErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
