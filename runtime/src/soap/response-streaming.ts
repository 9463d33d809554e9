import type { Spool } from '../spool/spool.ts';
import type { NamedLimits } from '../xml/limits.ts';
import type { StreamedFields } from '../xml/streamed-fields.ts';
import type { Version } from './version.ts';

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
}

/** Reads the start of a response. @throws {StreamReached | symbol} at its end. */
export type ReadPrefix = (prefix: Uint8Array, streamed: StreamedFields) => void;

/** A response whose streamed fields are stored while it arrives. */
export interface StreamedResponse extends ResponseSink {
  /** The status and headers of a response that this object has received; undefined if the transport stored it. */
  readonly head: { readonly status: number; readonly headers: readonly string[] } | undefined;
  /** Whether `begin` or `write` threw the error. */
  hasThrown(error: unknown): boolean;
  /** The reason why an error means that the response is too large; undefined for any other error. */
  tooLarge(error: unknown): string | undefined;
  /** Returns the complete message without its streamed fields. @throws {XmlError} if it ends in one. */
  end(): { readonly message: Uint8Array; readonly streamed: StreamedFields };
  /** Leaves the values to the caller, who has read them. */
  keep(): void;
  /** Deletes the values, because the call failed. */
  discard(): void;
}

/** Opens the response of one call. Only operations with streamed responses refer to one, so other clients need not load it. */
export type ResponseStreaming = (
  version: Version,
  settings: StreamSettings,
  readPrefix: ReadPrefix,
) => StreamedResponse;
