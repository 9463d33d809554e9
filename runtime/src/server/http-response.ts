import { MessageStream } from '../xml/message-stream.ts';

/**
 * A whole HTTP answer. Nothing of it leaves before it is whole (rule T7), but for large Blobs, which are read while they are
 * sent: where one turns out not to hold what it says, the connection is destroyed before the last byte.
 */
export interface HttpResponse {
  readonly status: number;
  /** Names and values in turn; `Content-Length` is among them (rule T3). */
  readonly headers: readonly string[];
  /** Text is sent as UTF-8. Empty for the answer to `HEAD`, whose Content-Length speaks of what `GET` would get. */
  readonly body: string | Uint8Array | MessageStream;
}

/** An answer for people, about HTTP itself: a refusal that needs no envelope (rules T7 and T10). */
export function plainResponse(status: number, text: string, headers: readonly string[] = []): HttpResponse {
  return textResponse(status, 'text/plain; charset=utf-8', `${text}\n`, ['Cache-Control', 'no-store', ...headers]);
}

export function textResponse(status: number, contentType: string, body: string, headers: readonly string[]): HttpResponse {
  return bytesResponse(status, contentType, new TextEncoder().encode(body), [
    'X-Content-Type-Options',
    'nosniff',
    ...headers,
  ]);
}

export function bytesResponse(
  status: number,
  contentType: string,
  body: Uint8Array,
  headers: readonly string[] = [],
): HttpResponse {
  return { status, headers: ['Content-Type', contentType, 'Content-Length', String(body.length), ...headers], body };
}

/** What `HEAD` is answered where `GET` would be answered so (rule T1). */
export function withoutBody(answer: HttpResponse): HttpResponse {
  if (answer.body instanceof MessageStream) void answer.body.return();
  return { ...answer, body: '' };
}

/** A request that HTTP alone refuses (rule T7): it is answered in plain text. */
export class HttpRejection {
  readonly status: number;
  readonly text: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];

  constructor(status: number, text: string, headers: readonly string[] = []) {
    this.status = status;
    this.text = text;
    this.headers = headers;
  }
}
