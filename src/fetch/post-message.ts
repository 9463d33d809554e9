import type { LiveAccess, LiveHead } from './live-access.ts';

/** A message to send to a service over HTTP. */
export interface PostedMessage {
  readonly url: string;
  /** Names and values. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array;
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  /** Sends it to its address with credentials; default without any. */
  readonly access?: LiveAccess | undefined;
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
  const { timeout, signal, access } = message;
  // Node 20 collects an AbortSignal.timeout(…) that only AbortSignal.any(…) follows as garbage: it would never abort.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('No response', 'TimeoutError')), timeout);
  const stop = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const response = await (access?.post({ ...message, signal: controller.signal }) ??
      plain(message, controller.signal));
    if (typeof response === 'string') return response;
    const received = await bodyOf(response.body);
    if (received === undefined) return `the response has more than ${mostBytes} bytes`;
    return { status: response.status, contentType: response.contentType, body: received };
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

async function plain({ url, headers, body }: PostedMessage, signal: AbortSignal): Promise<LiveHead> {
  const response = await fetch(url, {
    method: 'POST',
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body: typeof body === 'string' ? body : new Uint8Array(body),
    redirect: 'manual',
    signal,
  });
  const { status } = response;
  const pieces = (response.body ?? []) as AsyncIterable<Uint8Array>;
  return { status, contentType: response.headers.get('content-type') ?? '', body: pieces };
}

/** Undefined for one that is too large. */
async function bodyOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > mostBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
