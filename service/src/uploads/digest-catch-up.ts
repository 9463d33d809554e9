import { setTimeout as sleep } from 'node:timers/promises';
import { StorageError } from '../common/storage-error.ts';
import { type Digest, digestSoFar } from '../storage/content/content-store.ts';
import {
  claimDigest,
  type DigestProgress,
  digestProgress,
  type UploadDigest,
  writeDigest,
} from '../storage/digest-rows.ts';
import type { Db } from '../storage/tables.ts';
import type { RunningDigests } from './running-digests.ts';

/** Times in milliseconds, and sizes in bytes. */
export interface CatchUpLimits {
  /** Bytes that a request reads again itself: fewer than a caller would wait for. */
  readonly atOnce: bigint;
  /** Bytes after which progress is kept. */
  readonly step: bigint;
  /** Interval at which the uploads are looked at. */
  readonly every: number;
  /** How long a waiting request leaves it to another process. */
  readonly handOver: number;
  /** How long a request waits. */
  readonly patience: number;
  /** How long a claim lasts unless it is renewed. */
  readonly claim: number;
}

const catchUpLimits: CatchUpLimits = {
  atOnce: 64n << 20n,
  step: 64n << 20n,
  every: 250,
  handOver: 1_000,
  patience: 20_000,
  claim: 10_000,
};

/** Uploads that are looked at at a time. */
const batchSize = 100;

export interface CatchUpParts {
  readonly db: Db;
  readonly digests: RunningDigests;
  /** Unique name of this process. */
  readonly process: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Computes the SHA-256 of uploads whose chunks went to several processes. The process that has hashed the beginning reads
 * what the others have stored, while the upload goes on; the request that ends the upload takes the result from the row.
 * When that process is gone, the one of that request reads all bytes, for longer than the request if need be.
 */
export class DigestCatchUp {
  readonly limits: CatchUpLimits;
  readonly #parts: CatchUpParts;
  /** Uploads that are being read. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #cursor = 0;
  #isPolling = false;

  constructor(parts: CatchUpParts, limits: CatchUpLimits = catchUpLimits) {
    this.#parts = parts;
    this.limits = { ...limits };
    this.#timer = setInterval(() => void this.#poll(), limits.every).unref();
  }

  /**
   * The digest of an upload whose bytes this process has not all hashed.
   *
   * @throws {StorageError} `busy` when it is not known in time: it is computed nevertheless, for the caller's next attempt.
   */
  async digestOf(upload: Pick<UploadDigest, 'id' | 'held'>): Promise<Digest> {
    const { db, process, now } = this.#parts;
    const { handOver, patience, claim } = this.limits;
    const { id, held } = upload;
    const start = performance.now();
    for (;;) {
      const isMine = await claimDigest(db, { id, held, owner: process, now: now(), until: now() + claim });
      const row = await digestProgress.first(db, { id });
      if (row === undefined || row.held !== held) throw busy(`The upload ${id} has changed.`);
      if (row.digest !== null && row.digestHeld === held) return row.digest;
      const waited = performance.now() - start;
      if (isMine && waited >= handOver) this.#begin(row, true);
      if (waited >= patience) break;
      await sleep(100);
    }
    throw busy(`The SHA-256 of upload ${id} takes longer: its ${held} bytes are read again.`);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Looks at some of the uploads whose beginning this process has hashed. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    const ids = this.#nextIds();
    if (ids.length === 0) return;
    this.#isPolling = true;
    try {
      const { db, digests, now } = this.#parts;
      const rows = await digestsOf(db, ids);
      for (const id of ids) if (!rows.has(id)) digests.forget(id);
      for (const row of rows.values()) {
        const isWanted = row.claimedUntil !== null && row.claimedUntil > now();
        if (row.digest === null && (isWanted || digests.missing(row) > this.limits.atOnce)) this.#begin(row, isWanted);
      }
    } catch {
      // The database is busy: the next time.
    } finally {
      this.#isPolling = false;
    }
  }

  #nextIds(): readonly string[] {
    const ids = this.#parts.digests.ids;
    if (this.#cursor >= ids.length) this.#cursor = 0;
    const some = ids.slice(this.#cursor, this.#cursor + batchSize);
    this.#cursor += batchSize;
    return some;
  }

  /** Reads what is missing, unless that is under way. */
  #begin(row: UploadDigest, isWanted: boolean): void {
    if (this.#running.has(row.id)) return;
    const running = this.#advance(row, isWanted)
      // The request that ends the upload fails likewise, and reports it.
      .catch(() => undefined)
      .finally(() => this.#running.delete(row.id));
    this.#running.set(row.id, running);
  }

  async #advance(row: UploadDigest, isWanted: boolean): Promise<void> {
    const { db, digests, process, now } = this.#parts;
    const { id, held } = row;
    for (let left = digests.missing(row); left > 0n; ) {
      const at = left > this.limits.step ? held - left + this.limits.step : held;
      digests.advance(id, at, await digests.of({ id, held: at, digest: null, digest_held: null, spool_generation: 1 }));
      if (isWanted) await claimDigest(db, { id, held, owner: process, now: now(), until: now() + this.limits.claim });
      const before = left;
      left = digests.missing(row);
      // It has more bytes by now: the next time.
      if (left >= before) return;
    }
    const hash = digests.known(row);
    if (isWanted && hash !== undefined) await writeDigest(db, { id, held, digest: digestSoFar(hash) });
  }
}

async function digestsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, DigestProgress>> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'held', 'digest', 'digest_held as digestHeld', 'lease_until as claimedUntil'])
    .where('id', 'in', ids)
    .where('finished_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function busy(message: string): StorageError {
  return new StorageError('busy', message, undefined, { reason: 'digest' });
}
