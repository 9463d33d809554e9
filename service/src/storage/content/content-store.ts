import { createHash } from 'node:crypto';
import { blobPieces } from '@soapwright/runtime/server';

/** What is kept of bytes to know them again: their SHA-256, in hexadecimal. */
export type Digest = string;

/**
 * Where the bytes of uploads and files lie. A part is named by its upload and generation, and is either in the spool,
 * where it grows, or published, where it never changes again. Everything that is answered is durable. Any number of
 * processes may use one store; that only one writes to a part at a time is the database's business.
 */
export interface ContentStore {
  /**
   * Puts bytes at an offset of a part in the spool, made if the offset is 0, and cuts off what stood behind them.
   * `offset` bytes of it must be there. Bytes that a streamed field has brought to the spool become a new part by a rename.
   * A part that was published, and that the caller knows to be of an unfinished
   * upload, is withdrawn first: its publisher was cut off before the database knew.
   *
   * @throws {StorageError} `lost` when they are not.
   */
  write(part: string, offset: bigint, bytes: Blob): Promise<void>;
  /** Whether a part holds these bytes at the offset; it is found as by `write`. */
  matches(part: string, offset: bigint, bytes: Blob): Promise<boolean>;
  /** Copies the first bytes of a part, wherever it lies, to a new one in the spool. */
  copy(from: string, to: string, size: bigint): Promise<void>;
  /** Moves a part from the spool to the published ones. */
  publish(part: string): Promise<void>;
  /** Reads a published part. */
  read(part: string): AsyncIterable<Uint8Array>;
  /** Removes a part from the spool, and answers how many bytes it had; fine when it is not there. */
  removeSpooled(part: string): Promise<bigint>;
  /** Removes a published part; fine when it is not there. */
  removePublished(part: string): Promise<void>;
  /** Parts that were last written to before a time in milliseconds since 1970. */
  spooledBefore(time: number): AsyncIterable<string>;
  publishedBefore(time: number): AsyncIterable<string>;
  /** Removes what was left behind by probes, and by streamed fields of processes that were killed, before a time. */
  removeTracesBefore(time: number): Promise<void>;
  /** Fails when nothing can be written. */
  probe(): Promise<void>;
  /** Keeps room for the database, for when there is no other. Fails when there is none to be had. */
  keepReserve(): Promise<void>;
  /** Gives that room up. */
  releaseReserve(): Promise<void>;
}

/** The name of a part. */
export function partName(uploadId: string, generation: number): string {
  return `${uploadId}.${generation}`;
}

/** The upload that a part belongs to. */
export function uploadOfPart(part: string): string {
  return part.slice(0, part.indexOf('.'));
}

/** The bytes in pieces, each with the place where it begins; a piece is valid until the next one is asked for. */
export async function* piecesOf(bytes: Blob): AsyncGenerator<{ readonly at: number; readonly piece: Uint8Array }> {
  let at = 0;
  for await (const piece of blobPieces(bytes)) {
    yield { at, piece };
    at += piece.length;
  }
}

export async function digestOf(bytes: Blob): Promise<Digest> {
  const digest = createHash('sha256');
  for await (const { piece } of piecesOf(bytes)) digest.update(piece);
  return digest.digest('hex');
}
