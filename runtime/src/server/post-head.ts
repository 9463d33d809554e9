import { soap11, soap12, versionOfMediaType } from '../soap/version.ts';
import { isSupportedCharset } from '../xml/encoding.ts';
import type { Service } from './configured-service.ts';
import { type AnnouncedMessage, Exchange } from './exchange.ts';
import { HttpRejection } from './http-response.ts';
import { knownContentType } from './known-content-types.ts';
import type { RequestParts } from './multipart.ts';
import { PartsBody } from './parts-body.ts';
import type { ContentCoding, HeadFields, RequestHead } from './request-head.ts';

/** Checks the head of a POST to the service before the body is read (rules T2, T3, T5, T6). */
export function beginPost<State>(
  service: Service<State>,
  head: RequestHead,
  fields: HeadFields,
  extraHeaders: readonly string[],
): Exchange<State> | PartsBody<State> | HttpRejection {
  const length = announcedLength(service, head, fields);
  if (length instanceof HttpRejection) return length;
  const parts = service.multipart?.begin(fields.contentType, service);
  if (parts === undefined && service.multipart?.isRequired === true && head.isForm !== true) return withoutParts;
  const announced = announcedVersion(service, parts === undefined ? fields.contentType : parts.envelopeType, parts);
  if (announced instanceof HttpRejection) return announced;
  const coding = announcedCoding(head, fields);
  if (coding instanceof HttpRejection) return coding;
  const exchange = new Exchange(service, head, fields, announced, { length, coding }, extraHeaders);
  return parts === undefined ? exchange : new PartsBody(exchange, parts, service.mostBytes);
}

/** Every message to such a service is multipart (WS-MTOMPolicy 1.0, 3.2). */
const withoutParts = new HttpRejection(
  415,
  'The Content-Type must be multipart/related with XOP: the service demands MTOM.',
);

/** The length of the body; undefined if it is unknown and may be. */
export function announcedLength(
  { requireContentLength }: { readonly requireContentLength: boolean },
  head: RequestHead,
  { contentLength, transferEncoding }: HeadFields,
): number | undefined | HttpRejection {
  if (contentLength === undefined) {
    const unknown = head.needsLength || transferEncoding !== undefined;
    if (unknown && requireContentLength) return new HttpRejection(411, 'A POST must carry Content-Length.');
    return undefined;
  }
  // Ambiguous framing allows request smuggling.
  if (transferEncoding !== undefined) {
    return new HttpRejection(400, 'Content-Length and Transfer-Encoding exclude each other.', ['Connection', 'close']);
  }
  const length = /^\d+$/.test(contentLength) ? Number(contentLength) : Number.NaN;
  if (Number.isSafeInteger(length)) return length;
  return new HttpRejection(400, 'Content-Length is not a valid length.', ['Connection', 'close']);
}

function announcedVersion<State>(
  service: Service<State>,
  contentType: string | undefined,
  parts: RequestParts | undefined,
): AnnouncedMessage | HttpRejection {
  const parsed = contentType === undefined ? undefined : knownContentType(contentType);
  const version = parsed === undefined ? undefined : versionOfMediaType(parsed.mediaType);
  if (parsed === undefined || version === undefined || !service.versions.includes(version)) {
    const [first, second] = service.versions;
    const served = second === undefined ? first?.mediaType : `${soap11.mediaType} or ${soap12.mediaType}`;
    return new HttpRejection(415, `The Content-Type must be ${served}.`);
  }
  const { charset, action } = parsed;
  if (parts !== undefined) {
    return { version, action, reading: { ...service.undeclared, tolerance: parts.tolerance }, parts };
  }
  if (charset === 'utf-8') return { version, action, reading: service.utf8 };
  if (charset === undefined) return { version, action, reading: service.undeclared };
  if (isSupportedCharset(charset)) {
    return { version, action, reading: { ...service.undeclared, charset }, charset };
  }
  if (service.encodings?.isKnown(charset) !== true) {
    return new HttpRejection(415, 'The charset is not supported: send utf-8 or utf-16.');
  }
  return { version, action, reading: service.utf8, charset, isTranscoded: true };
}

function announcedCoding(
  head: RequestHead,
  { contentEncoding }: HeadFields,
): ContentCoding | undefined | HttpRejection {
  if (contentEncoding === undefined) return undefined;
  const name = contentEncoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  const coding = head.codings.find((one) => one === name || (one === 'gzip' && name === 'x-gzip'));
  if (coding !== undefined) return coding;
  const supported = head.codings.join(', ');
  return new HttpRejection(415, `The Content-Encoding is not supported: send ${supported}, or none.`, [
    'Accept-Encoding',
    supported,
  ]);
}
