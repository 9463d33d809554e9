import { MessageStream } from '../xml/message-stream.ts';
import { type HttpResponse, plainResponse } from './http-response.ts';
import type { ContentCoding, RequestHead } from './request-head.ts';
import { type BodyIntake, type FetchInfo, isPendingBody, type PendingBody, type SoapServer } from './soap-server.ts';

/** What `DecompressionStream` has everywhere; Brotli is not among it. */
const codings: readonly ContentCoding[] = ['gzip', 'deflate'];

/** Answers a Web `Request`: the adapter for Bun, Deno, workers and tests. */
export async function respondToFetch(server: SoapServer, request: Request, info: FetchInfo): Promise<Response> {
  const outcome = server.begin(headOf(request, info));
  const { status, headers, body } = await (isPendingBody(outcome) ? respondToBody(outcome, request) : outcome);
  const all = new Headers();
  for (let at = 0; at + 1 < headers.length; at += 2) all.append(headers[at] as string, headers[at + 1] as string);
  if (body instanceof MessageStream) {
    // Bytes as they are taken; whoever serves the Response keeps the Content-Length that is among its headers.
    return new Response(body.readable(), { status, headers: all });
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  return new Response(bytes.length === 0 ? null : bytes, { status, headers: all });
}

/** A Web request tells no target and often no framing, but always its URL. */
function headOf(request: Request, { peerAddress }: FetchInfo): RequestHead {
  const url = new URL(request.url);
  const rawHeaders = [...request.headers].flat();
  const host = request.headers.get('host');
  if (host === null) rawHeaders.push('host', url.host);
  const local = url.pathname + url.search;
  return {
    method: request.method,
    // A request that asked for a whole URL may name another host: the URL goes before it (RFC 9112, 3.2.2).
    target: host === null || host === url.host ? local : url.origin + local,
    rawHeaders,
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    needsHost: false,
    needsLength: false,
    peerAddress,
    codings,
    onAbort(abort) {
      if (request.signal.aborted) abort();
      else request.signal.addEventListener('abort', abort, { once: true });
    },
  };
}

async function respondToBody(pending: PendingBody, request: Request): Promise<HttpResponse> {
  if (request.body === null) return pending.answer(new Uint8Array(0));
  const intake = pending.intake();
  if (intake !== undefined) return await takeIn(intake, pending, request.body);
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readAtMost(request.body, pending.limit);
  } catch {
    return plainResponse(400, 'The body ended before it was whole.');
  }
  if (bytes === undefined) return pending.tooLarge();
  if (pending.coding === undefined) return pending.answer(bytes);
  try {
    bytes = await decode(bytes, pending.coding, pending.limit);
  } catch {
    return pending.undecodable();
  }
  return bytes === undefined ? pending.tooLarge() : pending.answer(bytes);
}

/** Takes in a body that may hold streamed fields. */
async function takeIn(intake: BodyIntake, pending: PendingBody, body: ReadableStream<Uint8Array>): Promise<HttpResponse> {
  const decoder = pending.coding === undefined ? undefined : new DecompressionStream('gzip');
  const reader = (decoder === undefined ? body : body.pipeThrough(decoder)).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      await intake.take(next.value);
      if (intake.early !== undefined) break;
    }
  } catch {
    intake.discard();
    return decoder === undefined ? plainResponse(400, 'The body ended before it was whole.') : pending.undecodable();
  }
  if (intake.early !== undefined) reader.cancel().catch(() => undefined);
  const answer = await (intake.early ?? intake.end());
  if (answer.body instanceof MessageStream) answer.body.whenOver(() => intake.discard());
  else intake.discard();
  return answer;
}

function decode(bytes: Uint8Array, coding: ContentCoding, limit: number): Promise<Uint8Array | undefined> {
  const format = coding === 'gzip' ? 'gzip' : isZlib(bytes) ? 'deflate' : 'deflate-raw';
  const decoder = new DecompressionStream(format);
  return readAtMost(new Blob([new Uint8Array(bytes)]).stream().pipeThrough(decoder), limit);
}

/** Some clients send `deflate` without the zlib header that RFC 9110, 8.4.1.2 asks for. */
export function isZlib(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** All bytes of a stream; undefined, and the stream is given up, when there are more than the limit. */
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
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
