import type { Spool } from '../spool/spool.ts';
import type { NamedLimits } from '../xml/limits.ts';
import type { StreamedFields } from '../xml/streamed-fields.ts';
import type { EnvelopeOptions } from './envelope-reader.ts';

/** Receives the body of a response piece by piece, so that it is never in memory as a whole. */
export interface ResponseSink {
  /**
   * Called with the head of the response. If it returns false, the transport stores the body, up to `maxResponseBytes`. If it
   * returns true, the transport passes each piece to `write` and returns a response with an empty body.
   */
  begin(status: number, headers: readonly string[]): boolean;
  /**
   * Receives the next piece, which must not change, and must not be followed by another, until the returned promise resolves.
   *
   * @throws the error with which the transport must reject, without reading the rest; the promise may reject likewise.
   */
  write(piece: Uint8Array): Promise<void> | undefined;
}

/** The settings of a client for streamed responses. One object for each client, whose calls share `maxSpoolBytes`. */
export interface StreamSettings {
  readonly limits: NamedLimits;
  /** Default: the platform's. */
  readonly spool: Spool | undefined;
  /** How to read responses in UTF-8. */
  readonly reading: EnvelopeOptions;
}

/** A complete response without its streamed fields. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** Reads a complete response. @param reading default: that of the client. */
export type ReadReceived<Response> = (
  response: ReceivedResponse,
  streamed: StreamedFields | undefined,
  reading?: EnvelopeOptions,
) => Response | Promise<Response>;

/** A response whose streamed fields are stored while it arrives. */
export interface StreamedResponse extends ResponseSink {
  /** Whether this object has received the response; otherwise the transport stored it. */
  readonly isReceived: boolean;
  /** Whether `begin` or `write` threw the error. */
  hasThrown(error: unknown): boolean;
  /**
   * Reads the complete response, and leaves the values of its streamed fields to the caller.
   *
   * @throws what `failed` returns for an error of `read`, or for a message that ends in a streamed field.
   */
  read<Response>(read: ReadReceived<Response>): Promise<Response>;
  /** Deletes the values. @returns the error of the call for an error of its response. */
  failed(error: unknown): unknown;
  /** Deletes the values, because the call failed. */
  discard(): void;
}
