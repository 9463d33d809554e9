import { joinedPieces, readableOf } from '../bytes/byte-pieces.ts';
import { MessageStream } from '../xml/message-stream.ts';
import { type HttpResponse, plainResponse } from './http-response.ts';
import type { ContentCoding, RequestHead } from './request-head.ts';
import {
  type BodyIntake,
  consumedBody,
  type FetchInfo,
  isPendingBody,
  type PendingBody,
  type SoapServer,
} from './soap-server.ts';

/** The formats of `DecompressionStream` on all platforms; Brotli is not one of them. */
const codings: readonly ContentCoding[] = ['gzip', 'deflate'];

/** Responds to a Web `Request`: the adapter for Bun, Deno, workers and tests. */
export async function respondToFetch(server: SoapServer, request: Request, info: FetchInfo): Promise<Response> {
  const outcome = server.begin(headOf(request, info));
  const { status, headers, body } = await (isPendingBody(outcome) ? respondToBody(outcome, request) : outcome);
  const all = new Headers();
  for (let at = 0; at + 1 < headers.length; at += 2) all.append(headers[at] as string, headers[at + 1] as string);
  if (body instanceof MessageStream) {
    // The body is read while it is sent; its Content-Length is among the headers.
    return new Response(readableOf(body), { status, headers: all });
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  return new Response(bytes.length === 0 ? null : bytes, { status, headers: all });
}

/** A Web request always has a URL, but no request target and often no framing headers. */
function headOf(request: Request, { peerAddress, mounted }: FetchInfo): RequestHead {
  const url = new URL(request.url);
  const rawHeaders = [...request.headers].flat();
  const host = request.headers.get('host');
  if (host === null) rawHeaders.push('host', url.host);
  const local = url.pathname + url.search;
  return {
    method: request.method,
    // The host of an absolute URL takes precedence over `Host` (RFC 9112, 3.2.2).
    target: host === null || host === url.host ? local : url.origin + local,
    rawHeaders,
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    needsHost: false,
    needsLength: false,
    peerAddress,
    mounted,
    codings,
    onAbort(abort) {
      if (request.signal.aborted) abort();
      else request.signal.addEventListener('abort', abort, { once: true });
    },
  };
}

async function respondToBody(pending: PendingBody, request: Request): Promise<HttpResponse> {
  if (request.bodyUsed) return plainResponse(500, consumedBody);
  if (request.body === null) return pending.respond(new Uint8Array(0));
  const intake = pending.intake();
  if (intake !== undefined) return await receive(intake, pending, request.body);
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readAtMost(request.body, pending.limit);
  } catch {
    return plainResponse(400, 'The body is incomplete.');
  }
  if (bytes === undefined) return pending.tooLarge();
  if (pending.coding === undefined) return pending.respond(bytes);
  try {
    bytes = await decode(bytes, pending.coding, pending.limit);
  } catch {
    return pending.undecodable();
  }
  return bytes === undefined ? pending.tooLarge() : pending.respond(bytes);
}

/** Receives a body that may have streamed fields. */
async function receive(
  intake: BodyIntake,
  pending: PendingBody,
  body: ReadableStream<Uint8Array>,
): Promise<HttpResponse> {
  const decoder = pending.coding === undefined ? undefined : new DecompressionStream('gzip');
  const reader = (decoder === undefined ? body : body.pipeThrough(decoder)).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      await intake.receive(next.value);
      if (intake.early !== undefined) break;
    }
  } catch {
    intake.discard();
    return decoder === undefined ? plainResponse(400, 'The body is incomplete.') : pending.undecodable();
  }
  if (intake.early !== undefined) reader.cancel().catch(() => undefined);
  const response = await (intake.early ?? intake.end());
  if (response.body instanceof MessageStream) response.body.whenOver(() => intake.discard());
  else intake.discard();
  return response;
}

function decode(bytes: Uint8Array, coding: ContentCoding, limit: number): Promise<Uint8Array | undefined> {
  const format = coding === 'gzip' ? 'gzip' : isZlib(bytes) ? 'deflate' : 'deflate-raw';
  const decoder = new DecompressionStream(format);
  return readAtMost(new Blob([new Uint8Array(bytes)]).stream().pipeThrough(decoder), limit);
}

/** Some clients send `deflate` without the zlib header that RFC 9110, 8.4.1.2 requires. */
export function isZlib(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** All bytes of a stream, or undefined for more than the limit; the stream is then cancelled. */
async function readAtMost(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > limit) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(next.value);
  }
  return joinedPieces(chunks, length);
}
