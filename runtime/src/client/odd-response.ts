import { readParts } from '#parts';
import { parseContentType } from '../soap/content-type.ts';
import { type FaultCode, SoapFault } from '../soap/fault.ts';
import { soap11, soap12, type Version, versionOfMediaType } from '../soap/version.ts';
import type { Deviation } from '../xml/deviation.ts';
import { TextPieces } from '../xml/encodings.ts';
import { XmlError } from '../xml/error.ts';
import { defaultLimits } from '../xml/limits.ts';
import { Utf8Pieces, wholeUtf8 } from '../xml/utf8-pieces.ts';
import { holdsEnvelope, startText } from './body-excerpt.ts';
import { badResponse } from './call-error.ts';
import {
  contentCoding,
  contentCodings,
  decodedBody,
  MAX_EXPANSION,
  unreadCoding,
  withoutCoding,
} from './content-coding.ts';
import { findHeader } from './http-headers.ts';
import type { SoapResponse } from './interceptor.ts';
import { notSoap, printable, redirected } from './not-soap.ts';
import { responseTooLarge } from './response-body.ts';
import { isOfMessage, type ResponseToRead, readMessage } from './response-message.ts';
import { withUnderstood } from './understood-blocks.ts';

/**
 * Reads a response that is not a SOAP message in UTF-8 with its Content-Type, or says what it is. The client loads this module
 * when the first such response arrives.
 *
 * @param cause why the response was not read in the usual way; undefined if that was not tried.
 * @throws {SoapFault} the received fault.
 * @throws {ClientError} which says why the response is not read.
 */
export async function readOddResponse(given: ResponseToRead, cause: unknown): Promise<SoapResponse> {
  const toRead = { ...given, options: withUnderstood(given.options, given.call) };
  const { call, fail, response } = toRead;
  const { status } = response;
  if (status >= 300 && status < 400) throw redirected(response, call.address, fail);
  const decoded = await withoutContentCoding(toRead);
  const { headers, body } = decoded.response;
  const contentType = findHeader(headers, 'content-type') ?? '';
  if (/^\s*multipart\//i.test(contentType)) {
    return await readParts(decoded, contentType, (envelope) => readOddResponse(envelope, undefined));
  }
  const { mediaType = '', charset } = parseContentType(contentType) ?? {};
  const text = startText(body, charset);
  if (body.byteLength === 0 || !holdsEnvelope(text)) throw notSoap(decoded.response, text, mediaType, fail, cause);
  if (toRead.streamed !== undefined) throw brokenMessage(cause, body, toRead);
  return new OddMessage(decoded, mediaType, charset, cause).read();
}

/** Decodes the body, if the transport has not. */
async function withoutContentCoding(toRead: ResponseToRead): Promise<ResponseToRead> {
  const { response, options, fail } = toRead;
  const { status, headers, body } = response;
  const codings = contentCodings(headers);
  if (codings.length === 0 || body.byteLength === 0) return toRead;
  const coding = contentCoding(headers);
  if (coding === undefined) throw fail('not-soap', `HTTP ${status} ${unreadCoding(codings)}.`);
  const { maxBodyBytes } = options.limits ?? defaultLimits;
  const limits = {
    maxResponseBytes: maxBodyBytes,
    maxExpansion: options.limits?.maxExpansion ?? MAX_EXPANSION,
    tooLarge: () => responseTooLarge(maxBodyBytes, status),
  };
  const decoded = await decodedBody(body, coding, limits, status, fail);
  return { ...toRead, response: { status, headers: withoutCoding(headers), body: decoded } };
}

/** A message with an envelope that is odd in its encoding, its Content-Type or its beginning. */
class OddMessage {
  readonly #toRead: ResponseToRead;
  readonly #mediaType: string;
  readonly #charset: string | undefined;
  readonly #cause: unknown;
  /** Deviations that reading will pass over, if it succeeds. */
  readonly #noted: Deviation[] = [];

  constructor(toRead: ResponseToRead, mediaType: string, charset: string | undefined, cause: unknown) {
    this.#toRead = toRead;
    this.#mediaType = mediaType;
    this.#charset = charset;
    this.#cause = cause;
  }

  get #isStrict(): boolean {
    return this.#toRead.options.strict === true;
  }

  get #isTolerant(): boolean {
    const { tolerance } = this.#toRead.options;
    return tolerance !== undefined && tolerance.isStandard !== true;
  }

  read(): SoapResponse {
    const { version, response } = this.#toRead;
    this.#checkMediaType();
    const utf8 = this.#utf8();
    const first = this.#announced ?? version;
    const isOther = isFault(this.#cause, 'VersionMismatch');
    // It was read in this form before, but without the header blocks that count as understood here.
    const isRead = this.#cause !== undefined && !isOther && !isFault(this.#cause, 'MustUnderstand');
    if (isRead && this.#noted.length === 0 && utf8.isSame) {
      throw brokenMessage(this.#cause, response.body, this.#toRead);
    }
    let failed: unknown = this.#cause;
    for (const one of isOther ? [otherThan(first)] : [first, otherThan(first)]) {
      const { deviations } = this.#toRead.call;
      const before = deviations?.length ?? 0;
      try {
        const result = this.#checked(readMessage(this.#toRead, utf8.bytes, one, 'utf-8'));
        this.#report(one);
        return result;
      } catch (error) {
        if (isOfMessage(error)) {
          this.#report(one);
          throw error;
        }
        deviations?.splice(before);
        if (!isFault(error, 'VersionMismatch')) throw brokenMessage(error, utf8.bytes, this.#toRead);
        failed ??= error;
      }
    }
    throw brokenMessage(failed, utf8.bytes, this.#toRead);
  }

  get #announced(): Version | undefined {
    return versionOfMediaType(this.#mediaType);
  }

  /** Strict reading takes a fault, but no result, in the Content-Type of the other version. */
  #checked(result: SoapResponse): SoapResponse {
    const announced = this.#announced;
    const { version, fail } = this.#toRead;
    if (!this.#isStrict || announced === undefined || announced === version) return result;
    const text = `The response came in the Content-Type of SOAP ${announced.name}; the request was in SOAP ${version.name}.`;
    throw fail('bad-answer', `${text} ${takenBy.standard}`, { remedy: takenBy.standard });
  }

  /** @param found version of the envelope. */
  #report(found: Version): void {
    if (this.#announced !== found) {
      const type = this.#mediaType === '' ? 'missing or malformed' : printable(this.#mediaType);
      this.#note('content-type', `its Content-Type is ${type}`);
    }
    this.#toRead.call.deviations?.push(...this.#noted);
  }

  #note(kind: Deviation['kind'], message: string): void {
    this.#noted.push({ kind, path: '', message: `The response: ${message}.` });
  }

  /** Types that are XML are read by standard reading, others by tolerant reading alone. */
  #checkMediaType(): void {
    const mediaType = this.#mediaType;
    if (versionOfMediaType(mediaType) !== undefined) return;
    const isXml = mediaType === 'application/xml' || mediaType.endsWith('+xml');
    if (isXml ? !this.#isStrict : this.#isTolerant) return;
    const { fail, response, version } = this.#toRead;
    const what = mediaType === '' ? 'without a Content-Type' : `with the Content-Type ${printable(mediaType)}`;
    const remedy = isXml ? takenBy.standard : takenBy.tolerant;
    throw fail(
      'not-soap',
      `HTTP ${response.status} holds a SOAP message, but comes ${what} instead of ${version.mediaType}. ${remedy}`,
      { remedy, cause: this.#cause, bodyStart: '(a SOAP message, not shown since it may hold secrets)' },
    );
  }

  /** The message in UTF-8, from its first character on. */
  #utf8(): { readonly bytes: Uint8Array; readonly isSame: boolean } {
    // Bytes that are not UTF-8, although the Content-Type says so.
    const misnamed = this.#isTolerant && this.#charset === 'utf-8' && isMisdeclared(this.#cause);
    const other = misnamed ? this.#byDeclaration(this.#cause) : undefined;
    if (other !== undefined) return other;
    try {
      return this.#transcoded(this.#charset);
    } catch (error) {
      if (isOfMessage(error)) throw error;
      const declared = this.#isTolerant && isKnown(this.#charset) ? this.#byDeclaration(error) : undefined;
      if (declared !== undefined) return declared;
      throw badResponse(error, this.#toRead.fail);
    }
  }

  /** The message in the encoding of its XML declaration, which contradicts its Content-Type. */
  #byDeclaration(error: unknown): { readonly bytes: Uint8Array; readonly isSame: boolean } | undefined {
    if (!(error instanceof XmlError)) return undefined;
    try {
      const transcoded = this.#transcoded(undefined);
      this.#note('encoding', 'it is not in the encoding that its Content-Type names');
      return transcoded;
    } catch {
      return undefined;
    }
  }

  #transcoded(charset: string | undefined): { readonly bytes: Uint8Array; readonly isSame: boolean } {
    const { response, options, fail } = this.#toRead;
    const limit = (options.limits ?? defaultLimits).maxBodyBytes;
    const pieces = new Utf8Pieces(charset);
    const bytes = wholeUtf8(response.body, pieces, limit);
    if (bytes === undefined) {
      const { code, message } = responseTooLarge(limit, response.status);
      throw fail(code, message);
    }
    const encoding = pieces.encoding ?? 'utf-8';
    const isUnicode = /^(?:utf-?8|utf-16(?:le|be)?|(?:us-)?ascii)$/.test(encoding);
    if (this.#isStrict && !isUnicode) {
      const text = `The response is in ${printable(encoding)}; strict reading takes UTF-8 and UTF-16 (WS-I Basic Profile 1.1, R1012).`;
      throw fail('bad-answer', `${text} ${takenBy.standard}`, { remedy: takenBy.standard });
    }
    if (pieces.wasTrimmed) {
      if (this.#isStrict) throw badResponse(this.#cause ?? whiteBefore(), fail);
      this.#note('prolog', 'white space is before its XML declaration');
    }
    // The declaration names another encoding, which the bytes cannot have, such as UTF-16.
    if (this.#isTolerant && isMisdeclared(this.#cause) && /^utf-?8$/.test(encoding)) {
      this.#note('encoding', 'it is in UTF-8, although its XML declaration names another encoding');
    }
    return { bytes, isSame: /^utf-?8$/.test(encoding) && !pieces.wasTrimmed };
  }
}

/** Which reading takes a response. */
const takenBy = {
  standard: 'Standard reading takes it: reading: standard.',
  tolerant:
    'Tolerant reading takes it: reading: tolerant (import { tolerant } from @soapwright/runtime/client/tolerant).',
};

function isFault(error: unknown, code: FaultCode): boolean {
  return error instanceof SoapFault && error.code === code;
}

function isMisdeclared(error: unknown): boolean {
  return error instanceof XmlError && error.code === 'encoding';
}

/** Whether an encoding is known: a message in another one, such as UTF-7, is never read as if it were in its declared one. */
function isKnown(charset: string | undefined): boolean {
  try {
    return charset !== undefined && new TextPieces(charset) !== undefined;
  } catch {
    return false;
  }
}

function whiteBefore(): XmlError {
  return new XmlError('ill-formed', 'The XML is not well-formed: white space is before its declaration.', '', 0);
}

function otherThan(version: Version): Version {
  return version === soap11 ? soap12 : soap11;
}

/** The error for a message that breaks off, or that violates the contract. */
function brokenMessage(error: unknown, body: Uint8Array, { fail, response }: ResponseToRead): unknown {
  if (!(error instanceof XmlError) || error.code !== 'ill-formed' || !breaksOff(body, error)) {
    return badResponse(error, fail);
  }
  const remedy = 'Before you call again, find out whether the service executed the call.';
  const text = `HTTP ${response.status} with a SOAP message that breaks off after ${body.byteLength} bytes. ${remedy}`;
  return fail('truncated', text, { remedy, cause: error });
}

/** Whether a message lacks the end tag of its envelope, and the reader has reached its end or the tag that breaks off. */
function breaksOff(body: Uint8Array, { offset = 0 }: XmlError): boolean {
  const end = new TextDecoder().decode(body.subarray(-4096));
  if (/<\/(?:[^\s<>/:]+:)?Envelope\s*>/.test(end)) return false;
  return offset >= body.length || end.lastIndexOf('<') > end.lastIndexOf('>');
}
