import type { IncomingMessage } from 'node:http';
import { consumedBody } from '../../soap-server.ts';
import type { HostedRequest } from '../node-request-head.ts';

/** A request as body parsers leave it. */
export interface ParsedRequest extends IncomingMessage {
  readonly body?: unknown;
  /** The bytes of the body, as some hosts keep them beside the parsed one. */
  readonly rawBody?: unknown;
}

/**
 * The body of a request if a parser has read it, with headers that fit it: parsers decompress bodies, and strings are UTF-8
 * again. Nothing for a body that is still unread.
 *
 * @throws {TypeError} if neither bytes nor text remain of the body.
 */
export function receivedBody(request: ParsedRequest): Pick<HostedRequest, 'body' | 'rawHeaders'> {
  const { method, body, rawBody } = request;
  if (method !== 'POST') return {};
  if (rawBody instanceof Uint8Array) return bytesOf(request, rawBody);
  if (!request.readableDidRead) return {};
  if (body instanceof Uint8Array) return bytesOf(request, body);
  if (typeof body === 'string') return bytesOf(request, new TextEncoder().encode(body), 'utf-8');
  throw new TypeError(consumedBody);
}

const aboutBody = /^(?:content-length|content-encoding|transfer-encoding)$/i;

function bytesOf(
  { rawHeaders }: IncomingMessage,
  body: Uint8Array,
  charset?: string,
): Pick<HostedRequest, 'body' | 'rawHeaders'> {
  const headers = ['Content-Length', String(body.length)];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (aboutBody.test(name)) continue;
    const isType = charset !== undefined && name.toLowerCase() === 'content-type';
    headers.push(name, isType ? withCharset(value, charset) : value);
  }
  return { body, rawHeaders: headers };
}

function withCharset(contentType: string, charset: string): string {
  return `${contentType.replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^;\s]*)/i, '')}; charset=${charset}`;
}
