import type { Fail } from './call-error.ts';
import { ClientError } from './client-error.ts';
import { headerValues } from './header-values.ts';
import { LimitedBody } from './response-body.ts';

/** The body may grow to this many bytes before its expansion is limited. */
const FREE = 1024 * 1024;

/** Default of `limits.maxExpansion`. Lists of records shrink to a fiftieth at most, zeros to a thousandth. */
export const MAX_EXPANSION = 200;

/** The codings that are read; `deflate` is zlib, or without its header. */
export type ContentCoding = 'gzip' | 'deflate' | 'br';

/** The single coding of a response; undefined if it has none, or if it is not a known one. */
export function contentCoding(headers: readonly string[]): ContentCoding | undefined {
  const [coding, ...others] = contentCodings(headers);
  if (others.length > 0) return undefined;
  if (coding === 'x-gzip') return 'gzip';
  return coding === 'gzip' || coding === 'deflate' || coding === 'br' ? coding : undefined;
}

/** The codings of a response in lower case, in the order in which they were applied. */
export function contentCodings(headers: readonly string[]): readonly string[] {
  return headerValues(headers, 'content-encoding')
    .flatMap((value) => value.toLowerCase().split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
}

/** The headers of a response whose body was decoded. */
export function withoutCoding(headers: readonly string[]): readonly string[] {
  return headers.filter((_, at) => !/^content-(?:encoding|length)$/i.test(headers[at - (at % 2)] ?? ''));
}

/** Whether `deflate` has the header of zlib, which some servers leave out (RFC 1950, 2.2). */
export function isZlib(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** The error for a body that grows too much, when it is decoded. @returns undefined while it does not. */
export function expansionError(
  decoded: number,
  received: number,
  limit: number,
  httpStatus: number,
): ClientError | undefined {
  if (decoded <= FREE || decoded <= received * limit) return undefined;
  const text = `The response exceeds a limit: it grows to more than maxExpansion (${limit}) times its size when it is decompressed; raise limits.maxExpansion if that is right.`;
  return new ClientError('too-large', text, { httpStatus });
}

/** The text about a body in a coding that is not read. */
export function unreadCoding(codings: readonly string[]): string {
  const names = codings
    .join(', ')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 100);
  return codings.length > 1
    ? `with a body in several encodings (${names}), which is refused`
    : `with a body in the encoding ${names}, which is not supported`;
}

/**
 * Decodes a body that its transport has not decoded, by what all platforms have.
 *
 * @throws {ClientError} `too-large` or `not-soap`.
 */
export async function decodedBody(
  body: Uint8Array,
  coding: ContentCoding,
  limits: { readonly maxResponseBytes: number; readonly maxExpansion: number; readonly tooLarge: () => ClientError },
  httpStatus: number,
  fail: Fail,
): Promise<Uint8Array> {
  const whole = new LimitedBody(limits.maxResponseBytes);
  const pieces = decoderOf(body, coding, httpStatus, fail);
  let size = 0;
  try {
    for (let read = await pieces.read(); !read.done; read = await pieces.read()) {
      size += read.value.byteLength;
      const error = whole.add(read.value)
        ? expansionError(size, body.byteLength, limits.maxExpansion, httpStatus)
        : limits.tooLarge();
      if (error === undefined) continue;
      pieces.cancel().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    if (error instanceof ClientError) throw fail(error.code, error.message, { cause: error.cause });
    throw fail('not-soap', `HTTP ${httpStatus} with a body that is not valid ${coding}.`, { cause: error });
  }
  return whole.bytes();
}

function decoderOf(
  body: Uint8Array,
  coding: ContentCoding,
  httpStatus: number,
  fail: Fail,
): ReadableStreamDefaultReader<Uint8Array> {
  const format = coding === 'deflate' && !isZlib(body) ? 'deflate-raw' : coding === 'br' ? 'brotli' : coding;
  try {
    const decoder = new DecompressionStream(format as 'gzip');
    return new Blob([body as Uint8Array<ArrayBuffer>]).stream().pipeThrough(decoder).getReader();
  } catch (cause) {
    throw fail('not-soap', `HTTP ${httpStatus} ${unreadCoding([coding])} by this platform.`, { cause });
  }
}
