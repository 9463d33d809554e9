import { sql } from 'kysely';
import { Rejection } from '../common/rejection.ts';
import { StorageError } from '../common/storage-error.ts';
import type { Db } from '../storage/tables.ts';

/** How long the sum over all processes is cached, in milliseconds. */
const maxAge = 1_000;

/** The part of the limit up to which it is cached: other processes may use up the rest within that time. */
const cachedUpTo = 0.9;

/** Bytes of a request in addition to its chunk: other fields, white space. */
const allowance = 64 * 1024 * 1024;

/** Limits of uploads, in bytes. */
export interface UploadBytes {
  /** Of one chunk. */
  readonly chunk: number;
  /** Of all uploads that are not finished. */
  readonly spool: number;
}

/** Deletes expired and idle uploads until `bytes` are free; returns false when nothing could be deleted. */
export type FreeSpace = (bytes: bigint) => Promise<boolean>;

/** Enforces the limits of chunks and of all unfinished uploads. */
export class UploadLimits {
  readonly #db: Db;
  readonly #limits: UploadBytes;
  readonly #freeSpace: FreeSpace;
  #held = 0;
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, most: UploadBytes, freeSpace: FreeSpace = async () => false) {
    this.#db = db;
    this.#limits = most;
    this.#freeSpace = freeSpace;
  }

  /** Most bytes of one chunk. */
  get chunk(): number {
    return this.#limits.chunk;
  }

  /**
   * Checks the length of a request before its chunk is received.
   *
   * @param length of the encoded body in bytes.
   * @throws {Rejection} `InvalidValue` when its chunk is certainly too large.
   */
  checkContentLength(length: number): void {
    const least = Math.floor(((length - allowance) / 4) * 3);
    if (least > this.#limits.chunk) throw tooLarge(least, this.#limits.chunk);
  }

  /**
   * Checks a chunk before it is stored; when the spool is full, frees space as on a full disk. The last chunk of an upload
   * is always accepted: it removes the upload from the spool.
   *
   * @throws {Rejection} `InvalidValue` when it is too large.
   * @throws {StorageError} `full` when all uploads together are too large; concurrent chunks may exceed the limit by their
   *   size.
   */
  async check(bytes: number, { isLast }: { readonly isLast: boolean }): Promise<void> {
    const { chunk, spool } = this.#limits;
    if (bytes > chunk) throw tooLarge(bytes, chunk);
    if (isLast) return;
    const isNear = this.#held + bytes > cachedUpTo * spool;
    if (isNear || performance.now() - this.#refreshedAt > maxAge) await this.#refresh();
    while (this.#held + bytes > spool) {
      if (await this.#freeSpace(BigInt(this.#held + bytes - spool))) {
        await this.#refresh();
        continue;
      }
      throw new StorageError(
        'full',
        `limit limits.spool (${spool}) reached: unfinished uploads hold ${this.#held} bytes; raise it with limits.spool`,
        undefined,
        { limit: `limits.spool (${spool})` },
      );
    }
    this.#held += bytes;
  }

  async #refresh(): Promise<void> {
    this.#held = (await openUploads(this.#db)).bytes;
    this.#refreshedAt = performance.now();
  }
}

function tooLarge(bytes: number, most: number): Rejection {
  return new Rejection('InvalidValue', `The chunk has ${bytes} bytes, and ${most} are the most that are accepted.`);
}

/** Number and bytes of unfinished uploads, without those in quarantine. */
export async function openUploads(db: Db): Promise<{ readonly open: number; readonly bytes: number }> {
  const { rows } = await sql<{ open: number; bytes: number }>`
    SELECT count(*) AS open, coalesce(sum(held), 0) AS bytes FROM uploads WHERE finished_at IS NULL AND refused_at IS NULL`.execute(
    db,
  );
  return rows[0] ?? { open: 0, bytes: 0 };
}
