import type { Hash } from 'node:crypto';
import type { Digest } from '../storage/content/content-store.ts';
import type { Db } from '../storage/tables.ts';
import type { Upload } from '../storage/upload-rows.ts';
import type { Chunk } from './chunk.ts';
import type { Turn } from './turns.ts';

/** Bytes of a chunk, which go to the end of an upload. */
export type Piece = Pick<Chunk, 'bytes' | 'offset' | 'isLast'>;

/** Identifies the stored bytes of an upload. */
export type StoredBytes = Pick<Upload, 'id' | 'spool_generation'>;

/**
 * Where the bytes of uploads go. What a chunk may do, and the row of its upload, are decided by `appendChunk` alike for all
 * stores: docs/contributing/add-an-upload-store.md.
 *
 * @typeParam Mine how callers of an upload take turns: `LeaseTurn` where bytes are changed in place, by one caller at a time.
 */
export interface ChunkStore<Mine extends Turn = Turn> {
  /**
   * Makes the bytes of a first chunk durable. If it fails, nothing is left.
   *
   * @param row of the upload, which is not stored yet.
   */
  begin(row: Upload, piece: Piece): Promise<StagedChunk>;
  /**
   * Makes bytes durable after those that the row counts, which stay as they are: the commit may fail. The offset is
   * `row.held`; a chunk that was sent again has no bytes here.
   *
   * @param before hash of the bytes until there, which may be changed; undefined: not known.
   * @throws {UploadChanged} when another caller has changed the upload; {@link StorageError}.
   */
  stage(turn: Mine, piece: Piece, before: Hash | undefined): Promise<StagedChunk>;
  /** Whether the upload has these bytes at their offset, up to its end. */
  matches(row: Upload, piece: Pick<Piece, 'bytes' | 'offset'>): Promise<boolean>;
  /** Reads acknowledged bytes from one offset to another. @throws {StorageError} `lost` when there are fewer. */
  read(stored: StoredBytes, from: bigint, to: bigint): AsyncIterable<Uint8Array>;
  /** Called in the transaction after which nothing refers to some parts any more. */
  release(transaction: Db, parts: readonly string[]): Promise<void>;
  /** Called after that transaction. What remains is swept. @returns the bytes of the volume that became free. */
  remove(parts: readonly string[]): Promise<bigint>;
  /** Removes bytes that nothing refers to. Safe at any time, and from several processes at once. */
  sweep(options: SweepOptions): Promise<SweptBytes>;
}

/** Bytes that are durable, and count once they are committed. */
export interface StagedChunk {
  /** Hash of all bytes of the upload, these included; undefined if that before them was. */
  readonly whole: Hash | undefined;
  /** SHA-256 of these bytes, if it was computed. */
  readonly digest?: Digest | undefined;
  /** Moves the bytes of a last chunk to where files are read, before the commit that publishes them. */
  publish?(): Promise<void>;
  /**
   * Writes the row. Runs in a transaction, or alone, and may run again.
   *
   * @throws {UploadChanged} or a `Rejection` when another caller has changed the upload.
   */
  commit(db: Db, row: Upload): Promise<void>;
  /** Called after the commit, which a failure does not change. */
  committed?(row: Upload): Promise<void>;
  /** Removes what was staged, which is certainly not committed. Does not fail. */
  discard(): Promise<void>;
}

export interface SweepOptions {
  /** Whether to delete published files that the database does not know; default: they are kept. */
  readonly unknownFiles?: boolean | undefined;
}

/** Result of a sweep of a store. */
export interface SweptBytes {
  /** Parts or objects that no row refers to. */
  readonly strayParts: number;
  /** Published files that the database does not know. They are kept unless `unknownFiles` was set. */
  readonly unknownFiles: number;
}
