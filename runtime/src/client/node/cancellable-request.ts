import type { ResponseSink } from '../../soap/response-streaming.ts';
import type { Cancellation } from '../cancellation.ts';
import type { RequestParts } from '../lazy-request.ts';
import type { TransportRequest } from '../transport.ts';

/**
 * A request whose signal is created when asked for. Only transports that made it receive it: the signal would be lost in a
 * spread. A class, because a getter in an object literal would give every request a hidden class of its own.
 */
export class CancellableRequest implements TransportRequest {
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: TransportRequest['body'];
  readonly maxResponseBytes: number;
  readonly maxExpansion: number | undefined;
  readonly sink: ResponseSink | undefined;
  readonly #cancellation: Cancellation;

  constructor(parts: RequestParts, cancellation: Cancellation) {
    this.url = parts.url;
    this.headers = parts.headers;
    this.body = parts.body;
    this.maxResponseBytes = parts.maxResponseBytes;
    this.maxExpansion = parts.maxExpansion;
    this.sink = parts.sink;
    this.#cancellation = cancellation;
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }

  /** The same event as `signal`. Takes one listener, and calls it immediately if the call has ended already. */
  onCancel(listener: (reason: unknown) => void): void {
    this.#cancellation.listen(listener);
  }
}
