import { decodeUtf8, encodeUtf8, isAscii, isUtf8 } from '#bytes';
import { GREATER, QUESTION } from './chars.ts';
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

/** Whether a `charset` parameter, or the encoding of an XML declaration, is supported (rule T5). Ignores case. */
export function isSupportedCharset(name: string): boolean {
  return SUPPORTED.has(name.toLowerCase());
}

/** A message in valid UTF-8. */
export interface Utf8Message {
  readonly data: Uint8Array;
  /** Offset of the text: after a byte order mark. */
  readonly start: number;
  /** Whether every byte is below 0x80. */
  readonly ascii: boolean;
  /** Encoding of the received bytes. */
  readonly family: 'utf-8' | 'utf-16';
}

/**
 * Transcodes a message to UTF-8. A byte order mark has precedence over every other declaration (RFC 7303, 3); UTF-16 must
 * have one.
 *
 * @param charset the `charset` parameter of the Content-Type.
 * @throws {XmlError} `encoding`.
 */
export function toUtf8(message: Uint8Array, charset?: string): Utf8Message {
  const first = message[0];
  const second = message[1];
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) {
    const data = utf16ToUtf8(message.subarray(2), first === 0xff);
    if (data === undefined) throw new XmlError('encoding', 'The message is not valid UTF-16.', '', 0);
    return { data, start: 0, ascii: isAscii(data), family: 'utf-16' };
  }
  if (charset !== undefined && charset !== 'utf-8') {
    const name = charset.toLowerCase();
    if (!SUPPORTED.has(name)) throw new XmlError('encoding', 'The charset is not supported; send UTF-8.', '', 0);
    if (name.startsWith('utf-16')) {
      throw new XmlError('encoding', 'A message in UTF-16 must begin with a byte order mark.', '', 0);
    }
  }
  if (isAscii(message)) return { data: message, start: 0, ascii: true, family: 'utf-8' };
  if (charset?.toLowerCase().endsWith('ascii')) throw notAscii();
  if (!isUtf8(message)) throw new XmlError('encoding', 'The message is not valid UTF-8.', '', 0);
  const start = first === 0xef && second === 0xbb && message[2] === 0xbf ? 3 : 0;
  return { data: message, start, ascii: false, family: 'utf-8' };
}

/** UTF-16 without its byte order mark as UTF-8; undefined for an odd number of bytes or a lone surrogate. */
export function utf16ToUtf8(data: Uint8Array, littleEndian: boolean): Uint8Array | undefined {
  // Not every platform has a decoder of big-endian UTF-16.
  const units = littleEndian ? data : data.map((_, at) => data[at ^ 1] as number);
  try {
    return encodeUtf8(new TextDecoder('utf-16le', { fatal: true, ignoreBOM: true }).decode(units));
  } catch {
    return undefined;
  }
}

export function notAscii(): XmlError {
  return new XmlError('encoding', 'The message is not valid ASCII.', '', 0);
}

/** XMLDecl with VersionInfo, EncodingDecl and SDDecl in this order (XML 1.0, 2.8), quotes of either kind. */
const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"(1\.[0-9]+)"|'(1\.[0-9]+)')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>$/;

export interface XmlDeclaration {
  /** Offset after its `?>`. */
  readonly end: number;
  /** As written; undefined without one. */
  readonly encoding: string | undefined;
}

/** Reads the XML declaration at `start`. @param illFormed creates the error for a reason. */
export function parseDeclaration(
  data: Uint8Array,
  start: number,
  illFormed: (reason: string) => Error,
): XmlDeclaration {
  let end = data.indexOf(QUESTION, start + 2);
  while (end !== -1 && data[end + 1] !== GREATER) end = data.indexOf(QUESTION, end + 1);
  const match = end === -1 ? null : DECLARATION.exec(decodeUtf8(data, start, end + 2));
  if (match === null) throw illFormed('the XML declaration is wrong');
  if ((match[1] ?? match[2]) !== '1.0') throw illFormed('only XML 1.0 is supported');
  return { end: end + 2, encoding: match[3] ?? match[4] };
}
