import { sql } from 'kysely';
import { Refusal } from '../refusal/refusal.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { Db } from '../storage/tables.ts';

/** How long what other processes hold may be out of date, in milliseconds. */
const staleAfter = 1_000;

/** What uploads may take, in bytes. */
export interface UploadBytes {
  /** Of one chunk. */
  readonly chunk: number;
  /** Of all uploads that are not finished. */
  readonly spool: number;
}

/** Keeps chunks, and all that is not finished, within their bytes. */
export class UploadLimits {
  readonly #db: Db;
  readonly #most: UploadBytes;
  #held = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, most: UploadBytes) {
    this.#db = db;
    this.#most = most;
  }

  /**
   * Checks a chunk before it is stored. The last one of an upload may always come: it takes the upload from the spool.
   *
   * @throws {Refusal} `InvalidValue` when it is too large.
   * @throws {StorageError} `full` when all uploads together are; several at once may go over by a chunk each.
   */
  async check(bytes: number, { isLast }: { readonly isLast: boolean }): Promise<void> {
    const { chunk, spool } = this.#most;
    if (bytes > chunk) {
      throw new Refusal(
        'InvalidValue',
        `The chunk has ${bytes} bytes, and ${chunk} are the most that are taken at once.`,
      );
    }
    if (isLast) return;
    if (performance.now() - this.#lookedAt > staleAfter) {
      this.#held = (await openUploads(this.#db)).bytes;
      this.#lookedAt = performance.now();
    }
    if (this.#held + bytes > spool) {
      throw new StorageError(
        'full',
        `limit limits.spool (${spool}) reached: unfinished uploads hold ${this.#held} bytes; raise it with limits.spool`,
      );
    }
    this.#held += bytes;
  }
}

/** How many uploads are not finished, and what they hold. */
export async function openUploads(db: Db): Promise<{ readonly open: number; readonly bytes: number }> {
  const { rows } = await sql<{ open: number; bytes: number }>`
    SELECT count(*) AS open, coalesce(sum(held), 0) AS bytes FROM uploads WHERE finished_at IS NULL`.execute(db);
  return rows[0] ?? { open: 0, bytes: 0 };
}
