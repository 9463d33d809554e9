import { ClientError } from '@soapwright/runtime/client';

/**
 * A text as content of an element or of an attribute.
 *
 * @throws {ClientError} `invalid-request` for characters that XML does not allow.
 */
export function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for.
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Surrogate}]/u.test(text)) {
    throw new ClientError('invalid-request', 'A value of a header block has a character that XML does not allow.');
  }
  return text.replace(/[&<>"\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
