/** A message to send to a service over HTTP. */
export interface PostedMessage {
  readonly url: string;
  /** Names and values. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array;
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

export interface PostedResponse {
  readonly status: number;
  /** Empty without one. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Larger responses are not read. */
const mostBytes = 64 * 1024 * 1024;

/** Posts a message to the address that the user has named; redirects are not followed. A text with the reason if it fails. */
export async function postMessage(message: PostedMessage): Promise<PostedResponse | string> {
  const { url, headers, body, timeout, signal } = message;
  // Node 20 collects an AbortSignal.timeout(…) that only AbortSignal.any(…) follows as garbage: it would never abort.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('No response', 'TimeoutError')), timeout);
  const stop = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body: typeof body === 'string' ? body : new Uint8Array(body),
      redirect: 'manual',
      signal: controller.signal,
    });
    const received = await bodyOf(response);
    if (received === undefined) return `the response has more than ${mostBytes} bytes`;
    return { status: response.status, contentType: response.headers.get('content-type') ?? '', body: received };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    if (cause instanceof Error && cause.name === 'TimeoutError') return `no response within ${timeout / 1_000} s`;
    if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
    return cause instanceof Error ? cause.message : String(cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Undefined for one that is too large. */
async function bodyOf({ body }: Response): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > mostBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
