import { decodeUtf8, indexOf, isUtf8 } from '#bytes';

/** One entry of a posted form. */
export interface Entry {
  readonly name: string;
  readonly value: Uint8Array;
  /** The file name; undefined if the entry is not a file, empty if no file was chosen. */
  readonly fileName: string | undefined;
  /** Content-Type of a file; absent without one. */
  readonly contentType?: string;
}

/** Maximum entries of a form. */
export const maxEntries = 2_000;

export function tooManyEntries(): FormError {
  return new FormError('limit', `The form has more than ${maxEntries} entries.`);
}

/** @param what names the text in the error message. @throws {FormError} `encoding`. */
export function decodeText(bytes: Uint8Array, what: string): string {
  if (!isUtf8(bytes)) throw new FormError('encoding', `${what} is not valid UTF-8.`);
  return decodeUtf8(bytes, 0, bytes.length);
}

/** An error in a posted form. */
export type FormErrorCode =
  /** Not multipart/form-data (RFC 7578), or not application/x-www-form-urlencoded. */
  | 'malformed'
  /** A name or text that is not valid UTF-8. */
  | 'encoding'
  /** Too many entries, or a part with too long a head. */
  | 'limit'
  /** XML that is not well-formed. */
  | 'xml'
  /** An unknown or duplicate entry. */
  | 'unexpected-entry';

/** A posted form that cannot be read. The message contains no value, which may be secret. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly code: FormErrorCode;

  constructor(code: FormErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const CR = 0x0d;
const LF = 0x0a;
const HYPHEN = 0x2d;

/** Maximum size of the head of one part, in bytes. */
const maxPartHead = 8 * 1024;

/** RFC 2046, 5.1.1: one to seventy of these characters. */
const boundaryPattern = /^[0-9A-Za-z'()+_,\-./:=?]{1,70}$/;

/** The boundary in a Content-Type; undefined if it is absent, duplicate or invalid. */
export function boundaryOf(contentType: string): string | undefined {
  const found = [...contentType.matchAll(/;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]*)"|([^;"\s]*))[ \t]*(?=;|$)/gi)];
  const boundary = found[0]?.[1] ?? found[0]?.[2] ?? '';
  return found.length === 1 && boundaryPattern.test(boundary) ? boundary : undefined;
}

/**
 * The entries of a multipart/form-data body (RFC 7578), as browsers and curl write it: without a preamble or epilogue, and
 * without transfer encodings. Values are views of the body.
 *
 * @throws {FormError} `malformed`, `encoding` or `limit`, in time linear in the bytes read.
 */
export function parseMultipart(body: Uint8Array, boundary: string): readonly Entry[] {
  const delimiter = Uint8Array.from(`\r\n--${boundary}`, (character) => character.charCodeAt(0));
  const entries: Entry[] = [];
  // The first delimiter has no preceding line end.
  if (!startsWith(body, 0, delimiter.subarray(2))) throw malformed('does not begin with its boundary');
  let at = delimiter.length - 2;
  for (;;) {
    if (body[at] === HYPHEN && body[at + 1] === HYPHEN) {
      const rest = body.subarray(at + 2);
      if (rest.length === 0 || (rest.length === 2 && isLineEnd(rest, 0))) return entries;
      throw malformed('has content after its end');
    }
    if (!isLineEnd(body, at)) throw malformed('has text after a boundary');
    if (entries.length === maxEntries) throw tooManyEntries();
    const headEnd = endOfHead(body, at + 2);
    const head = readHead(body.subarray(at + 2, headEnd));
    const start = headEnd + 2;
    const end = find(body, delimiter, start);
    entries.push({ ...head, value: body.subarray(start, end) });
    at = end + delimiter.length;
  }
}

/** The position of the empty line that ends a head. */
function endOfHead(body: Uint8Array, from: number): number {
  for (let line = from; line - from <= maxPartHead; ) {
    if (isLineEnd(body, line)) return line;
    const end = indexOf(body, CR, line);
    if (end === -1) throw malformed('ends in the head of a part');
    if (!isLineEnd(body, end)) throw malformed('has a head of a part with a bare CR');
    line = end + 2;
  }
  throw new FormError('limit', `The head of a part of the form is longer than ${maxPartHead} bytes.`);
}

/** @param bytes the lines of a head, with line ends. */
function readHead(bytes: Uint8Array): Omit<Entry, 'value'> {
  const text = decodeText(bytes, 'The head of a part');
  let disposition: string | undefined;
  let contentType: string | undefined;
  for (const line of text.split('\r\n').slice(0, -1)) {
    const found = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\0\n]*?)[ \t]*$/.exec(line);
    const [, name = '', value = ''] = found ?? [];
    if (name === '') throw malformed('has a line in the head of a part that is no header');
    switch (name.toLowerCase()) {
      case 'content-disposition':
        if (disposition !== undefined) throw malformed('has a part with two Content-Dispositions');
        disposition = value;
        break;
      case 'content-type':
        contentType ??= value;
        break;
      case 'content-transfer-encoding':
        if (!/^(?:7bit|8bit|binary)$/i.test(value)) throw malformed('has a part with a Content-Transfer-Encoding');
        break;
    }
  }
  const entry = readDisposition(disposition);
  return entry.fileName === undefined || contentType === undefined ? entry : { ...entry, contentType };
}

/** Names are escaped without backslashes (https://html.spec.whatwg.org/#multipart-form-data). */
const dispositionPattern = /^form-data[ \t]*;[ \t]*name="([^"]*)"(?:[ \t]*;[ \t]*filename="([^"]*)")?$/i;

function readDisposition(disposition: string | undefined): Omit<Entry, 'value'> {
  const found = disposition === undefined ? null : dispositionPattern.exec(disposition);
  const [, name, fileName] = found ?? [];
  if (name === undefined) throw malformed('has a part whose Content-Disposition does not name an entry');
  return { name: unescapeName(name), fileName: fileName === undefined ? undefined : unescapeName(fileName) };
}

function unescapeName(name: string): string {
  return name.replace(/%(?:22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped));
}

/** The position of the next delimiter. Its only CR is its first byte, so no byte is compared more than twice. */
function find(body: Uint8Array, delimiter: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    at = indexOf(body, CR, at);
    if (at === -1) throw malformed('ends without its last boundary');
    if (startsWith(body, at, delimiter)) return at;
  }
}

function startsWith(body: Uint8Array, at: number, what: Uint8Array): boolean {
  for (let index = 0; index < what.length; index++) if (body[at + index] !== what[index]) return false;
  return true;
}

function isLineEnd(body: Uint8Array, at: number): boolean {
  return body[at] === CR && body[at + 1] === LF;
}

function malformed(fault: string): FormError {
  return new FormError('malformed', `The form ${fault}: it is not valid multipart/form-data.`);
}

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/**
 * The entries of an application/x-www-form-urlencoded body (https://url.spec.whatwg.org/#urlencoded-parsing). Invalid
 * escapes and invalid UTF-8 are errors.
 *
 * @throws {FormError} `malformed`, `encoding` or `limit`.
 */
export function parseUrlEncoded(body: Uint8Array): readonly Entry[] {
  const entries: Entry[] = [];
  for (let start = 0; start < body.length; ) {
    const found = body.indexOf(AMPERSAND, start);
    const end = found === -1 ? body.length : found;
    if (end > start) {
      if (entries.length === maxEntries) throw tooManyEntries();
      const equals = body.subarray(start, end).indexOf(EQUALS);
      const nameEnd = equals === -1 ? end : start + equals;
      const name = decodeText(unescaped(body.subarray(start, nameEnd)), 'The name of an entry');
      const value = unescaped(body.subarray(Math.min(nameEnd + 1, end), end));
      entries.push({ name, value, fileName: undefined });
    }
    start = end + 1;
  }
  return entries;
}

function unescaped(escaped: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(escaped.length);
  let length = 0;
  for (let at = 0; at < escaped.length; at++) {
    const byte = escaped[at] as number;
    if (byte === PERCENT) {
      bytes[length++] = (digit(escaped[at + 1]) << 4) | digit(escaped[at + 2]);
      at += 2;
    } else {
      bytes[length++] = byte === PLUS ? SPACE : byte;
    }
  }
  return bytes.subarray(0, length);
}

function digit(byte: number | undefined): number {
  const value = byte === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(byte), 16);
  if (Number.isNaN(value)) throw new FormError('malformed', 'A "%" in the form is not followed by two hex digits.');
  return value;
}
