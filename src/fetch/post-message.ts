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
  const signals = [AbortSignal.timeout(timeout), ...(signal === undefined ? [] : [signal])];
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body: typeof body === 'string' ? body : new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    });
    const received = await bodyOf(response);
    if (received === undefined) return `the response has more than ${mostBytes} bytes`;
    return { status: response.status, contentType: response.headers.get('content-type') ?? '', body: received };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    if (cause instanceof Error && cause.name === 'TimeoutError') return `no response within ${timeout / 1_000} s`;
    if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
    return cause instanceof Error ? cause.message : String(cause);
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
