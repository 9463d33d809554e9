import { sql } from 'kysely';
import { Rejection } from '../common/rejection.ts';
import { StorageError } from '../common/storage-error.ts';
import type { Db } from '../storage/tables.ts';

/** How long what other processes hold may be out of date, in milliseconds. */
const staleAfter = 1_000;

/** What may stand beside a chunk in its request, in bytes: other fields, white space. */
const allowance = 64 * 1024 * 1024;

/** What uploads may take, in bytes. */
export interface UploadBytes {
  /** Of one chunk. */
  readonly chunk: number;
  /** Of all uploads that are not finished. */
  readonly spool: number;
}

/** Removes what nobody needs until so many bytes are free, or nothing is left that may go: then it says false. */
export type FreeSpace = (bytes: bigint) => Promise<boolean>;

/** Keeps chunks, and all that is not finished, within their bytes. */
export class UploadLimits {
  readonly #db: Db;
  readonly #most: UploadBytes;
  readonly #makeRoom: FreeSpace;
  #held = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, most: UploadBytes, freeSpace: FreeSpace = async () => false) {
    this.#db = db;
    this.#most = most;
    this.#makeRoom = freeSpace;
  }

  /**
   * Checks the length of a request before its chunk is taken in.
   *
   * @param length of its body in bytes, before it is decoded.
   * @throws {Rejection} `InvalidValue` when the chunk in it is too large beyond doubt.
   */
  checkContentLength(length: number): void {
    const least = Math.floor(((length - allowance) / 4) * 3);
    if (least > this.#most.chunk) throw tooLarge(least, this.#most.chunk);
  }

  /**
   * Checks a chunk before it is stored, and makes room as on a full disk where there is none. The last one of an upload may always come: it takes the upload from the spool.
   *
   * @throws {Rejection} `InvalidValue` when it is too large.
   * @throws {StorageError} `full` when all uploads together are; several at once may go over by a chunk each.
   */
  async check(bytes: number, { isLast }: { readonly isLast: boolean }): Promise<void> {
    const { chunk, spool } = this.#most;
    if (bytes > chunk) throw tooLarge(bytes, chunk);
    if (isLast) return;
    if (performance.now() - this.#lookedAt > staleAfter || this.#held + bytes > spool) await this.#look();
    while (this.#held + bytes > spool) {
      if (await this.#makeRoom(BigInt(this.#held + bytes - spool))) {
        await this.#look();
        continue;
      }
      throw new StorageError(
        'full',
        `limit limits.spool (${spool}) reached: unfinished uploads hold ${this.#held} bytes; raise it with limits.spool`,
      );
    }
    this.#held += bytes;
  }

  async #look(): Promise<void> {
    this.#held = (await openUploads(this.#db)).bytes;
    this.#lookedAt = performance.now();
  }
}

function tooLarge(bytes: number, most: number): Rejection {
  return new Rejection(
    'InvalidValue',
    `The chunk has ${bytes} bytes, and ${most} are the most that are taken at once.`,
  );
}

/** How many uploads are not finished, and what they hold. */
export async function openUploads(db: Db): Promise<{ readonly open: number; readonly bytes: number }> {
  const { rows } = await sql<{ open: number; bytes: number }>`
    SELECT count(*) AS open, coalesce(sum(held), 0) AS bytes FROM uploads WHERE finished_at IS NULL`.execute(db);
  return rows[0] ?? { open: 0, bytes: 0 };
}
