import { decodeUtf8, isUtf8 } from '#bytes';
import { FormError } from './form-error.ts';

/** One entry of a posted form. */
export interface Entry {
  readonly name: string;
  readonly value: Uint8Array;
  /** The name of the file; undefined when the entry is no file, empty when none was chosen. */
  readonly fileName: string | undefined;
}

/** The most entries that a form may have. */
export const maxEntries = 2_000;

export function tooManyEntries(): FormError {
  return new FormError('limit', `The form has more than ${maxEntries} entries.`);
}

/** @param what that is decoded, for the message. @throws {FormError} `encoding`. */
export function decodeText(bytes: Uint8Array, what: string): string {
  if (!isUtf8(bytes)) throw new FormError('encoding', `${what} is not valid UTF-8.`);
  return decodeUtf8(bytes, 0, bytes.length);
}
