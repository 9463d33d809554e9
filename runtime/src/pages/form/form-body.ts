import { decodeUtf8, indexOf, isUtf8 } from '#bytes';

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

const CR = 0x0d;
const LF = 0x0a;
const HYPHEN = 0x2d;

/** The most bytes of the head of one part. */
const maxPartHead = 8 * 1024;

/** RFC 2046, 5.1.1: one to seventy of these characters. */
const boundaryPattern = /^[0-9A-Za-z'()+_,\-./:=?]{1,70}$/;

/** The boundary that a Content-Type names; undefined when it names none, or two, or one that is none. */
export function boundaryOf(contentType: string): string | undefined {
  const found = [...contentType.matchAll(/;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]*)"|([^;"\s]*))[ \t]*(?=;|$)/gi)];
  const boundary = found[0]?.[1] ?? found[0]?.[2] ?? '';
  return found.length === 1 && boundaryPattern.test(boundary) ? boundary : undefined;
}

/**
 * The entries of a multipart/form-data body (RFC 7578), as browsers and curl write it: nothing stands before the first
 * boundary or after the last but a line end, and a part is encoded in no way. Values are views of the body.
 *
 * @throws {FormError} `malformed`, `encoding` or `limit`; the time until then is linear in the bytes read.
 */
export function parseMultipart(body: Uint8Array, boundary: string): readonly Entry[] {
  const delimiter = Uint8Array.from(`\r\n--${boundary}`, (character) => character.charCodeAt(0));
  const entries: Entry[] = [];
  // The first delimiter lacks the line end, which is of the part before.
  if (!startsWith(body, 0, delimiter.subarray(2))) throw malformed('does not begin with its boundary');
  let at = delimiter.length - 2;
  for (;;) {
    if (body[at] === HYPHEN && body[at + 1] === HYPHEN) {
      const rest = body.subarray(at + 2);
      if (rest.length === 0 || (rest.length === 2 && isLineEnd(rest, 0))) return entries;
      throw malformed('goes on behind its end');
    }
    if (!isLineEnd(body, at)) throw malformed('has a boundary with something behind it');
    if (entries.length === maxEntries) throw tooManyEntries();
    const headEnd = endOfHead(body, at + 2);
    const head = readHead(body.subarray(at + 2, headEnd));
    const start = headEnd + 2;
    const end = find(body, delimiter, start);
    entries.push({ ...head, value: body.subarray(start, end) });
    at = end + delimiter.length;
  }
}

/** Where the empty line begins that ends a head. */
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

/** @param bytes of the lines of a head, each with its line end. */
function readHead(bytes: Uint8Array): Omit<Entry, 'value'> {
  const text = decodeText(bytes, 'The head of a part');
  let disposition: string | undefined;
  for (const line of text.split('\r\n').slice(0, -1)) {
    const found = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\0\n]*?)[ \t]*$/.exec(line);
    const [, name = '', value = ''] = found ?? [];
    if (name === '') throw malformed('has a line in the head of a part that is no header');
    switch (name.toLowerCase()) {
      case 'content-disposition':
        if (disposition !== undefined) throw malformed('has a part with two Content-Dispositions');
        disposition = value;
        break;
      case 'content-transfer-encoding':
        if (!/^(?:7bit|8bit|binary)$/i.test(value)) throw malformed('has a part with a Content-Transfer-Encoding');
        break;
    }
  }
  return readDisposition(disposition);
}

/** Names are escaped as https://html.spec.whatwg.org/#multipart-form-data says: no backslashes. */
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

/** Where the delimiter stands next. Its only CR is its first byte, so no byte is looked at more than twice. */
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
 * The entries of an application/x-www-form-urlencoded body (https://url.spec.whatwg.org/#urlencoded-parsing), but strict:
 * a `%` that begins no escape is refused, and so is text that is not UTF-8.
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
  if (Number.isNaN(value)) throw new FormError('malformed', 'A "%" in the form is followed by no two hex digits.');
  return value;
}
