import { ClientError } from './client-error.ts';
import { LimitedBody, responseTooLarge } from './response-body.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

/** The part of `fetch` that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface FetchTransportOptions {
  /** Default the platform's. */
  readonly fetch?: Fetch | undefined;
  /** Further options of each request: `credentials`, `mode`, `cache`. */
  readonly init?: Omit<RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'redirect'> | undefined;
}

/** A transport on `fetch`, the default everywhere but on Node. */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  const { init } = options;
  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    // Looked up for each call, and called without `this`, as browsers require.
    const fetch: Fetch = options.fetch ?? globalThis.fetch;
    const response = await fetch(request.url, {
      ...init,
      method: 'POST',
      headers: pairs(request.headers),
      body: await uploadOf(request.body),
      signal: request.signal,
      redirect: 'manual',
    });
    // Browsers hide everything about a redirect, even its target.
    if (response.type === 'opaqueredirect') {
      throw new ClientError('redirected', 'The response is a redirect, which is not followed.');
    }
    const headers: string[] = [];
    response.headers.forEach((value, name) => {
      // `fetch` has decoded the body.
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

/** Bytes of a message that become one Blob. */
const batch = 4 * 1024 * 1024;

/** A body of known length: `fetch` sends streams in chunks, if at all. Platforms can keep a Blob outside the page's memory. */
async function uploadOf(body: TransportRequest['body']): Promise<string | Uint8Array<ArrayBuffer> | Blob> {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
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

/** Without Content-Length, which `fetch` sets itself. */
function pairs(headers: readonly string[]): [string, string][] {
  const all: [string, string][] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    if (name.toLowerCase() !== 'content-length') all.push([name, headers[i + 1] as string]);
  }
  return all;
}

/** Reads the body, which is empty if the sink received it. */
async function receive(
  response: Response,
  headers: readonly string[],
  { sink, maxResponseBytes }: TransportRequest,
): Promise<Uint8Array> {
  if (response.body === null || !sink?.begin(response.status, headers)) return collect(response, maxResponseBytes);
  const reader = response.body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) await sink.write(read.value);
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
  return new Uint8Array(0);
}

/** Reads the body into memory. Its limit applies to decompressed bytes. */
async function collect(response: Response, limit: number): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array(0);
  const body = new LimitedBody(limit);
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (body.add(read.value)) continue;
    reader.cancel().catch(() => undefined);
    throw responseTooLarge(limit, response.status);
  }
  return body.bytes();
}
