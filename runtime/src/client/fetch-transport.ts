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
    // `fetch` has decoded the body, so that its length is unknown, too.
    const isDecoded = response.headers.has('content-encoding');
    response.headers.forEach((value, name) => {
      if (!isDecoded || !/^content-(?:encoding|length)$/.test(name)) headers.push(name, value);
    });
    return { status: response.status, headers, body: await receive(response, headers, request) };
  };
  return { send, sendLarge: send };
}

/** The transport of a client whose options name none. */
export function defaultTransport(): Transport {
  return fetchTransport();
}

/** Calls `onAbort` once when the signal of a caller is aborted. @returns a function that ends the watch. */
export function watchSignal(signal: AbortSignal, onAbort: () => void): () => void {
  signal.addEventListener('abort', onAbort);
  return () => signal.removeEventListener('abort', onAbort);
}

/** A body of known length: `fetch` sends streams in chunks, if at all. */
function uploadOf(body: TransportRequest['body']): string | Uint8Array<ArrayBuffer> | Promise<Blob> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : body.blob();
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

/** Reads the body, which is empty if the sink received it. The limit of one in memory applies to decompressed bytes. */
async function receive(
  { body, status }: Response,
  headers: readonly string[],
  { sink, maxResponseBytes, signal }: TransportRequest,
): Promise<Uint8Array> {
  if (body === null) return new Uint8Array(0);
  const receiver = sink?.begin(status, headers) ? sink : undefined;
  const whole = new LimitedBody(maxResponseBytes);
  const reader = body.getReader();
  let isReading = false;
  try {
    for (;;) {
      isReading = true;
      const read = await reader.read();
      if (read.done) break;
      isReading = false;
      if (receiver !== undefined) await receiver.write(read.value);
      else if (!whole.add(read.value)) throw responseTooLarge(maxResponseBytes, status);
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    if (!isReading || signal.aborted) throw error;
    throw new ClientError('truncated', `HTTP ${status} with a response that ended before its end.`, {
      httpStatus: status,
      headers,
      cause: error,
    });
  }
  return whole.bytes();
}
