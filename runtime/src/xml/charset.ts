import { isAscii, isUtf8, utf16ToUtf8 } from '#bytes';
import { XmlError } from './error.ts';

const SUPPORTED: ReadonlySet<string> = new Set([
  'utf-8',
  'utf8',
  'us-ascii',
  'ascii',
  'utf-16',
  'utf-16le',
  'utf-16be',
]);

/** Whether a `charset` parameter, or the encoding of an XML declaration, names one that can be read (rule T5). Any case. */
export function isSupportedCharset(name: string): boolean {
  return SUPPORTED.has(name.toLowerCase());
}

/** A message in UTF-8, known to be valid. */
export interface Utf8Message {
  readonly data: Uint8Array;
  /** Where the text begins: behind a byte order mark, if there is one. */
  readonly start: number;
  /** Whether every byte is below 0x80. */
  readonly ascii: boolean;
  /** What the bytes were in. */
  readonly family: 'utf-8' | 'utf-16';
}

/**
 * A message as UTF-8. A byte order mark says what the bytes are, whatever else claims (RFC 7303, 3); UTF-16 must have
 * one.
 *
 * @param charset the `charset` parameter of the Content-Type, where there was one.
 * @throws {XmlError} `encoding`.
 */
export function toUtf8(message: Uint8Array, charset?: string): Utf8Message {
  const [first, second, third] = message;
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) {
    const data = utf16ToUtf8(message.subarray(2), first === 0xff);
    if (data === undefined) throw new XmlError('encoding', 'The message is not valid UTF-16.', '', 0);
    return { data, start: 0, ascii: isAscii(data), family: 'utf-16' };
  }
  if (charset !== undefined) {
    const name = charset.toLowerCase();
    if (!SUPPORTED.has(name)) throw new XmlError('encoding', 'The charset is not supported; send UTF-8.', '', 0);
    if (name.startsWith('utf-16')) {
      throw new XmlError('encoding', 'A message in UTF-16 must begin with a byte order mark.', '', 0);
    }
  }
  if (isAscii(message)) return { data: message, start: 0, ascii: true, family: 'utf-8' };
  if (charset?.toLowerCase().endsWith('ascii')) {
    throw notAscii();
  }
  if (!isUtf8(message)) throw new XmlError('encoding', 'The message is not valid UTF-8.', '', 0);
  const start = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  return { data: message, start, ascii: false, family: 'utf-8' };
}

export function notAscii(): XmlError {
  return new XmlError('encoding', 'The message is not valid ASCII.', '', 0);
}
