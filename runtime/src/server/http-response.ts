import { encodeUtf8 } from '#bytes';
import { gather } from '../bytes/byte-pieces.ts';
import { MessageStream } from '../xml/message-stream.ts';

/**
 * A complete HTTP response. Nothing is sent before it is complete (rule T7), except for large Blobs, which are read while
 * they are sent: if one has another length than announced, the connection is destroyed before the last byte.
 */
export interface HttpResponse {
  readonly status: number;
  /** Names and values in turn, with a `Content-Length` (rule T3). */
  readonly headers: readonly string[];
  /** Text is sent as UTF-8. Empty in a response to `HEAD`, whose Content-Length is that of the response to `GET`. */
  readonly body: string | Uint8Array | MessageStream;
}

/** A plain text response about HTTP itself, without an envelope (rules T7 and T10). */
export function plainResponse(status: number, text: string, headers: readonly string[] = []): HttpResponse {
  return textResponse(status, 'text/plain; charset=utf-8', `${text}\n`, ['Cache-Control', 'no-store', ...headers]);
}

export function textResponse(
  status: number,
  contentType: string,
  text: string,
  headers: readonly string[],
): HttpResponse {
  const body = new TextEncoder().encode(text);
  const own = ['Content-Type', contentType, 'Content-Length', String(body.length), 'X-Content-Type-Options', 'nosniff'];
  return { status, headers: [...own, ...headers], body };
}

/** Closes the source of a body that is not sent. */
export function closeBody({ body }: HttpResponse): void {
  if (body instanceof MessageStream) void body.return();
}

/** The response to `HEAD`, from that to `GET` (rule T1). */
export function withoutBody(response: HttpResponse): HttpResponse {
  closeBody(response);
  return { ...response, body: '' };
}

/** The response with its envelope secured; one without an envelope as it is. */
export async function withSecuredBody(
  response: HttpResponse,
  secure: (envelope: Uint8Array) => Promise<Uint8Array>,
): Promise<HttpResponse> {
  const { status, headers } = response;
  const isEnvelope = /^(?:text|application)\/(?:soap\+)?xml\b/.test(headers[headers.indexOf('Content-Type') + 1] ?? '');
  if (!isEnvelope || response.body.length === 0) return response;
  const body = await secure(await wholeBody(response.body));
  const at = headers.indexOf('Content-Length') + 1;
  return { status, headers: headers.with(at, String(body.length)), body };
}

function wholeBody(body: HttpResponse['body']): Promise<Uint8Array> | Uint8Array {
  if (typeof body === 'string') return encodeUtf8(body);
  return body instanceof Uint8Array ? body : gather(body, new Uint8Array(body.length));
}

/** A request that is rejected by HTTP alone (rule T7): the response is plain text. */
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
