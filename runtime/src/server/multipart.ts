import type { Version } from '../soap/version.ts';
import type { Spool, SpoolBudget } from '../spool/spool.ts';
import type { Tolerance } from '../xml/bytes-reader.ts';
import type { EncodedMessage } from '../xml/encoded-message.ts';
import type { NamedLimits } from '../xml/limits.ts';

/** Receives messages of several parts, and writes responses to them. An option, so that only servers with it load the code. */
export interface ServerMultipart {
  /** Whether requests of one part get 415. */
  readonly isRequired: boolean;
  /** Begins a body; undefined for a Content-Type of one part. */
  begin(
    contentType: string | undefined,
    settings: { readonly limits: NamedLimits; readonly spool: Spool; readonly budget: SpoolBudget },
  ): RequestParts | undefined;
  /**
   * A response in several parts; undefined when it is sent as it is.
   *
   * @param isXop whether its binary values are parts, as those of the request were.
   */
  write(
    message: EncodedMessage,
    version: Version,
    isXop: boolean,
  ): { readonly message: EncodedMessage; readonly contentType: string } | undefined;
}

/** A request of several parts that is arriving. */
export interface RequestParts {
  /** Content-Type of its envelope. */
  readonly envelopeType: string;
  /** Whether its values are parts by XOP. */
  readonly isXop: boolean;
  /** Reads values from the parts. */
  readonly tolerance: Tolerance;
  /** Whether the last reading needed parts in memory that are elsewhere. */
  readonly isIncomplete: boolean;
  /** Takes the next piece. @throws {XmlError} and the errors of the spool; the promise rejects with the same. */
  add(piece: Uint8Array): Promise<void> | undefined;
  /** The envelope, after the last piece. @throws {XmlError} */
  end(): Uint8Array;
  /** The part that a reference means; undefined for none. */
  part(reference: string): Blob | undefined;
  /** Shows these parts alone to the values that are read, by these Content-IDs. */
  show(parts: ReadonlyMap<string, Blob>): void;
  /** Loads the needed parts; the envelope must then be read again. @throws {XmlError} `limit`. */
  load(): Promise<void>;
  /** Deletes the parts that were not moved. */
  discard(): Promise<void> | undefined;
}
