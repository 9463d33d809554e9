import { MessageStream } from '../xml/message-stream.ts';
import { AnswerBody, tooLarge } from './answer-body.ts';
import { ClientError } from './client-error.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

/** As much of `fetch` as is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface FetchTransportOptions {
  /** Any `fetch`; the platform's unless it is given. */
  readonly fetch?: Fetch | undefined;
  /** More for each `fetch`: `credentials`, `mode`, `cache` and the like. */
  readonly init?: Omit<RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'redirect'> | undefined;
}

/** A transport on `fetch`, the default everywhere but on Node. */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  const { init } = options;
  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    // Looked up at each call, and called without `this`, as browsers want it.
    const fetch: Fetch = options.fetch ?? globalThis.fetch;
    const response = await fetch(request.url, {
      ...init,
      method: 'POST',
      headers: pairs(request.headers),
      body: await uploadOf(request.body),
      signal: request.signal,
      redirect: 'manual',
    });
    // What a browser shows of a redirect: nothing, not even where it points.
    if (response.type === 'opaqueredirect') {
      throw new ClientError('redirected', 'The answer is a redirect, which is not followed.');
    }
    const headers: string[] = [];
    response.headers.forEach((value, name) => {
      // The body was decoded already.
      if (name !== 'content-encoding') headers.push(name, value);
    });
    return { status: response.status, headers, body: await receive(response, headers, request) };
  };
  return { send, sendLarge: send };
}

/** The transport of a client whose options name none. */
export function defaultTransport(): Transport {
  return fetchTransport();
}

/** Pieces of a message that are handed to the platform at once. */
const batch = 4 * 1024 * 1024;

/** A body of known length, since `fetch` sends streams in chunks where it sends them at all: a Blob, which platforms can
 * keep outside of the page's memory. */
async function uploadOf(body: TransportRequest['body']): Promise<string | Uint8Array<ArrayBuffer> | Blob> {
  if (!(body instanceof MessageStream)) return body as string | Uint8Array<ArrayBuffer>;
  const parts: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  for await (const piece of body) {
    pieces.push(piece.slice());
    held += piece.length;
    if (held < batch) continue;
    parts.push(new Blob(pieces));
    pieces = [];
    held = 0;
  }
  return new Blob([...parts, ...pieces]);
}

/** Without Content-Length, which `fetch` works out itself and browsers do not let a page set. */
function pairs(headers: readonly string[]): [string, string][] {
  const all: [string, string][] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    if (name.toLowerCase() !== 'content-length') all.push([name, headers[i + 1] as string]);
  }
  return all;
}

/** The body, or nothing where it was taken in otherwise. */
async function receive(
  response: Response,
  headers: readonly string[],
  { intake, maxAnswerBytes }: TransportRequest,
): Promise<Uint8Array> {
  if (response.body === null || !intake?.begin(response.status, headers)) return collect(response, maxAnswerBytes);
  const reader = response.body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) await intake.take(read.value);
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
  return new Uint8Array(0);
}

/** The body, counted as it comes, after decompression. */
async function collect(response: Response, limit: number): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array(0);
  const body = new AnswerBody(limit);
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (body.add(read.value)) continue;
    // What a broken connection says of being left is of no interest.
    reader.cancel().catch(() => undefined);
    throw tooLarge(limit, response.status);
  }
  return body.bytes();
}
