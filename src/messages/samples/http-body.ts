import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { readWholeMessage } from '@soapwright/runtime/pages';
import { XmlError } from '@soapwright/runtime/xml';
import type { ReceivedParts } from '../read/received-parts.ts';
import { looksLikeXml, type NamedPart } from './recorded-message.ts';

/** Header fields by their names in lower case. */
export type HttpFields = ReadonlyMap<string, string>;

/** A body that cannot be decoded. The message is a clause: `its Content-Encoding is not known`. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
}

/** A message body is at most so large when it is decoded, in bytes. */
const largestBody = 256 * 2 ** 20;

const decoders: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  gzip: (body) => gunzipSync(body, { maxOutputLength: largestBody }),
  'x-gzip': (body) => gunzipSync(body, { maxOutputLength: largestBody }),
  br: (body) => brotliDecompressSync(body, { maxOutputLength: largestBody }),
  deflate: (body) => {
    // Many senders leave out the header of zlib.
    const isZlib = ((body[0] ?? 0) & 0x0f) === 8 && (((body[0] ?? 0) << 8) | (body[1] ?? 0)) % 31 === 0;
    return (isZlib ? inflateSync : inflateRawSync)(body, { maxOutputLength: largestBody });
  },
};

/**
 * Undoes the Content-Encoding of a body, and takes the first part of a multipart one. Tools that record messages often
 * decode the body and keep its head, so a body that is XML already is returned as it is.
 *
 * @throws {BodyError}
 */
export function decodedBody(body: Uint8Array, fields: HttpFields): BodyPart {
  const decoded = withoutCodings(body, fields.get('content-encoding') ?? '');
  return rootPart(decoded, fields.get('content-type') ?? '');
}

/**
 * All parts of a multipart body; none of another one.
 *
 * @throws {BodyError}
 */
export function decodedParts(body: Uint8Array, fields: HttpFields): readonly NamedPart[] {
  const contentType = fields.get('content-type') ?? '';
  if (!isMultipart(contentType)) return [];
  return bodyParts(withoutCodings(body, fields.get('content-encoding') ?? ''), contentType);
}

function withoutCodings(body: Uint8Array, codings: string): Uint8Array {
  if (looksLikeXml(body)) return body;
  const names = codings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  return names.reduceRight((coded, name) => {
    const decode = decoders[name];
    if (decode === undefined) throw new BodyError('its Content-Encoding is not known');
    try {
      return decode(coded);
    } catch {
      throw new BodyError(`it is not a body in the Content-Encoding ${name}, or larger than 256 MiB`);
    }
  }, body);
}

/** The envelope of a message. */
export interface BodyPart {
  readonly body: Uint8Array;
  /** Empty without one. */
  readonly contentType: string;
  /** The other parts; undefined where they cannot be told apart. */
  readonly parts?: ReceivedParts | undefined;
}

/**
 * The envelope of a message with attachments: the part that `start` names, else the first one (SOAP Messages with
 * Attachments, 3; XOP, 4.1). Its type is that of the envelope. Other bodies are returned as they are.
 *
 * @throws {BodyError}
 */
function rootPart(body: Uint8Array, contentType: string): BodyPart {
  if (!isMultipart(contentType)) {
    // Without a head it may have been one of several parts.
    return contentType === '' ? { body, contentType } : { body, contentType, parts: new Map() };
  }
  const whole = wholeMessage(contentType, body);
  if (whole !== undefined) return whole;
  const wanted = parameterOf(contentType, 'start');
  const parts = bodyParts(body, contentType);
  // A message of one part may name another one.
  const root = wanted === undefined || parts.length === 1 ? parts[0] : parts.find(({ id }) => id === wanted);
  if (root === undefined) {
    throw new BodyError(
      wanted === undefined ? 'its first part has no body' : 'it has no part that its parameter start names',
    );
  }
  const own = /^application\/xop\+xml/i.test(root.contentType)
    ? parameterOf(root.contentType, 'type')
    : root.contentType;
  const info = parameterOf(contentType, 'start-info') ?? parameterOf(contentType, 'type') ?? '';
  return { body: root.body, contentType: own || info };
}

/**
 * The parts of a multipart body, in their order, also of one whose line ends an editor has changed, or that is cut off.
 *
 * @throws {BodyError}
 */
function bodyParts(body: Uint8Array, contentType: string): readonly NamedPart[] {
  const boundary = parameterOf(contentType, 'boundary');
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = `--${boundary ?? ''}`;
  const parts: NamedPart[] = [];
  let start = boundary === undefined ? -1 : bytes.indexOf(delimiter);
  if (start === -1) throw new BodyError('it is multipart without the boundary that its Content-Type names');
  while (start !== -1) {
    const end = bytes.indexOf(delimiter, start + delimiter.length);
    const part = bytes.subarray(start + delimiter.length, end === -1 ? bytes.length : end);
    const blank = /\r?\n\r?\n/.exec(part.toString('latin1'));
    if (blank === null) break;
    const head = part.toString('latin1', 0, blank.index).replace(/\r?\n[ \t]+/g, ' ');
    const field = (name: string): string => new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*\\r?$`, 'im').exec(head)?.[1] ?? '';
    const content = withoutLineEnd(part.subarray(blank.index + blank[0].length));
    const isBase64 = /^base64$/i.test(field('content-transfer-encoding'));
    parts.push({
      id: field('content-id'),
      contentType: field('content-type'),
      body: isBase64 ? Buffer.from(content.toString('latin1'), 'base64') : content,
    });
    start = end;
  }
  return parts;
}

function isMultipart(contentType: string): boolean {
  return /^\s*multipart\//i.test(contentType);
}

/** The line end before a boundary belongs to it. */
function withoutLineEnd(part: Buffer): Buffer {
  const ends = part.at(-1) === 0x0a ? (part.at(-2) === 0x0d ? 2 : 1) : 0;
  return part.subarray(0, part.length - ends);
}

/** The envelope of a multipart response; any other one, or one that cannot be taken apart, as it is. */
export function envelopePart({ body, contentType }: Pick<BodyPart, 'body' | 'contentType'>): BodyPart {
  try {
    return rootPart(body, contentType);
  } catch (error) {
    if (error instanceof BodyError) return { body, contentType };
    throw error;
  }
}

/** Undefined for a message that is not a complete one of the type multipart/related. */
function wholeMessage(type: string, body: Uint8Array): BodyPart | undefined {
  try {
    const whole = readWholeMessage(type, body);
    if (whole === undefined) return undefined;
    const { envelope, contentType, parts } = whole;
    return { body: envelope, contentType, parts: new Map(parts.map(({ id, content }) => [id, content])) };
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

/** A parameter of a media type, without its quotes. */
function parameterOf(contentType: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(contentType);
  return found?.[1] ?? found?.[2];
}

/** The SOAP action of a request; empty if its head names none. */
export function actionOf(fields: HttpFields): string {
  const action = fields.get('soapaction');
  if (action !== undefined) return action.trim().replace(/^"(.*)"$/, '$1');
  return parameterOf(fields.get('content-type') ?? '', 'action') ?? '';
}

/** The data of a chunked body; undefined if it is not chunked, because the recorder has joined the chunks (RFC 9112, 7.1). */
export function joinedChunks(body: Buffer): { readonly data: Uint8Array; readonly length: number } | undefined {
  const chunks: Uint8Array[] = [];
  for (let at = 0; ; ) {
    const [line, digits = ''] =
      /^([0-9a-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n/i.exec(body.toString('latin1', at, at + 300)) ?? [];
    if (line === undefined) return undefined;
    at += line.length;
    const size = Number.parseInt(digits, 16);
    if (size === 0) {
      const trailers = /^(?:[^\r\n]+\r?\n)*\r?\n?/.exec(body.toString('latin1', at, at + 10_000))?.[0] ?? '';
      return { data: Buffer.concat(chunks), length: at + trailers.length };
    }
    if (at + size > body.length) return undefined;
    chunks.push(body.subarray(at, at + size));
    at += size;
    at += body[at] === 0x0d ? 2 : body[at] === 0x0a ? 1 : 0;
  }
}
