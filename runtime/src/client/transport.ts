import type { ResponseSink } from '../soap/response-streaming.ts';
import type { MessageStream } from '../xml/message-stream.ts';

/** One HTTP POST, as plain data: a transport around another one may spread it. */
export interface TransportRequest {
  /** Absolute, http or https, without credentials and fragment. */
  readonly url: string;
  /** Names and values alternately. Includes `Content-Type` and `Content-Length`, but never `Host`. */
  readonly headers: readonly string[];
  /** A string is sent as UTF-8. Only `sendLarge` receives a stream, whose size is `length` bytes. */
  readonly body: string | Uint8Array | MessageStream;
  /** The most bytes of a response body to store; for a larger one, reject with a `ClientError` of code `too-large`. */
  readonly maxResponseBytes: number;
  /** How many times its size a body may have after it is decompressed, beyond 1 MiB; `too-large` likewise. */
  readonly maxExpansion?: number | undefined;
  /** Aborted when the call ends before its response. Its reason is a `ClientError`. */
  readonly signal: AbortSignal;
  /** Receives a large response piece by piece. A transport that ignores it stores the whole response. */
  readonly sink?: ResponseSink | undefined;
}

/** A request whose body is in memory. */
export type BufferedRequest = TransportRequest & { readonly body: string | Uint8Array };

/** A response of any status. */
export interface TransportResponse {
  readonly status: number;
  /** Names, in any case, and values alternately. */
  readonly headers: readonly string[];
  /** Empty if the request's `sink` received it. */
  readonly body: Uint8Array;
}

/**
 * Sends requests to a service. A transport neither follows redirects nor repeats requests. Any rejection other than a
 * `ClientError` counts as a lost connection.
 */
export interface Transport {
  send(request: BufferedRequest): Promise<TransportResponse>;
  /**
   * Sends a large message, whose body may be a `MessageStream`: iterate it once; each piece is valid until the next one is
   * requested. A transport without this method receives every message in memory.
   */
  sendLarge?(request: TransportRequest): Promise<TransportResponse>;
}
