import { setTimeout as sleep } from 'node:timers/promises';
import { StorageError } from '../common/storage-error.ts';
import type { Commits } from '../storage/commits.ts';
import type { Db } from '../storage/tables.ts';
import {
  type Abandoned,
  deleteLeased,
  findUpload,
  findUploadById,
  type Lease,
  releaseLease,
  renewLease,
  takeLease,
  type Upload,
  updateRow,
} from '../storage/upload-rows.ts';
import { KeptLeases } from './kept-leases.ts';
import { ownerStatus } from './lease-owner.ts';
import type { RunningDigests } from './running-digests.ts';
import { type Turn, type Turns, UploadChanged } from './turns.ts';
import { busyUpload, unknownUpload } from './upload-rejections.ts';
import type { UploadTimes } from './upload-times.ts';

export interface LeaseParts {
  readonly db: Db;
  readonly commits: Commits;
  readonly times: UploadTimes;
  readonly now: () => number;
  /** Unique name of this process. */
  readonly process: string;
  readonly digests: Pick<RunningDigests, 'lag'>;
}

/**
 * Turns by leases in the rows of uploads: one caller at a time changes the bytes of an upload, across processes. The lease
 * only avoids conflicts between callers; what makes them safe is the generation, which every commit checks.
 */
export class LeaseTurns implements Turns<LeaseTurn> {
  /** Leases that this process keeps between chunks. */
  readonly kept: KeptLeases;
  readonly #parts: LeaseParts;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.kept = new KeptLeases(parts);
  }

  async find(hashes: readonly string[]): Promise<Upload | undefined> {
    return await findUpload(this.#parts.db, hashes);
  }

  async take(found: Upload): Promise<LeaseTurn> {
    return new LeaseTurn(this.#parts, this.kept, this.#isKept(found) ? found : await this.#leased(found.id));
  }

  columns(): Pick<Upload, 'lease_owner' | 'lease_until'> {
    return this.kept.columns();
  }

  keep({ id, lease_owner, generation }: Upload): void {
    if (lease_owner !== null) this.kept.keep({ uploadId: id, owner: lease_owner, generation });
  }

  /** A commit is as durable as all before it: after a failed sync it restarts the log first. */
  async confirm(): Promise<void> {
    await this.#parts.commits.run(async () => undefined);
  }

  async close(): Promise<void> {
    await this.kept.releaseAll();
  }

  /**
   * Whether this process has kept the lease since the last chunk of the upload: it needs no commit. The mutex excludes
   * other callers of this process. Another process takes a lease that has expired only with a new generation, which lets
   * the commit of this one fail.
   */
  #isKept({ id, lease_owner, lease_until, generation }: Upload): boolean {
    const lease = this.kept.take(id);
    if (lease === undefined) return false;
    return lease_owner === lease.owner && generation === lease.generation && (lease_until ?? 0) > this.#parts.now();
  }

  /** Takes the lease, once it is free. @throws {Rejection} `UploadBusy` when another caller holds it too long. */
  async #leased(id: string): Promise<Upload> {
    const { db, commits, times, now, process: owner, digests } = this.#parts;
    const deadline = performance.now() + times.patience;
    // Our own, not released because of a failure: the mutex excludes other callers of this process.
    for (let abandoned: Abandoned | undefined = { owner, certain: true }; ; ) {
      const known = abandoned;
      const upload = await commits.run((transaction) =>
        takeLease(transaction, id, { owner, now: now(), until: now() + times.lease, abandoned: known }),
      );
      if (upload !== undefined) {
        if (digests.lag(upload)) this.kept.meetOther();
        return upload;
      }
      const current = await findUploadById(db, id);
      if (current === undefined) throw unknownUpload();
      if (current.finished_at !== null) throw new UploadChanged();
      const holder = current.lease_owner;
      const status = holder === null ? 'unknown' : ownerStatus(holder, owner);
      abandoned = holder === null || status === 'unknown' ? undefined : { owner: holder, certain: status === 'gone' };
      if (abandoned !== undefined || holder === null) continue;
      this.kept.meetOther();
      if (performance.now() >= deadline) throw busyUpload();
      await sleep(10 + Math.random() * 20);
    }
  }
}

/** A lease, which is renewed until the end of the turn. */
export class LeaseTurn implements Turn {
  readonly row: Upload;
  readonly #parts: LeaseParts;
  readonly #kept: KeptLeases;
  readonly #lease: Lease;
  readonly #renewal: NodeJS.Timeout;

  constructor(parts: LeaseParts, kept: KeptLeases, row: Upload) {
    this.row = row;
    this.#parts = parts;
    this.#kept = kept;
    this.#lease = { uploadId: row.id, owner: parts.process, generation: row.generation };
    this.#renewal = setInterval(() => void this.#renew(), parts.times.lease / 3).unref();
  }

  /** Writes the row after a chunk. @throws {Rejection} `UploadBusy` when another caller has the lease. */
  async update(transaction: Db, row: Upload): Promise<void> {
    if (!(await updateRow(transaction, this.#lease, row))) throw busyUpload();
  }

  async delete(transaction: Db): Promise<boolean> {
    return await deleteLeased(transaction, this.#lease);
  }

  async fail(error: unknown, changed: Partial<Upload>): Promise<unknown> {
    const { commits } = this.#parts;
    const lease = this.#lease;
    // Nothing was committed while the database was locked. Its release would wait as long again.
    if (error instanceof StorageError && error.code === 'busy') this.#kept.keep(lease);
    // A lease that cannot be released is found abandoned by the next caller. If the failed commit survives, this changes
    // nothing: the condition of releaseLease no longer matches the row.
    else await commits.run((transaction) => releaseLease(transaction, lease, changed)).catch(() => undefined);
    // After a takeover by another process the part may be missing, which is not a failure of the storage.
    return (await this.#isTakenOver()) ? busyUpload() : error;
  }

  end(): void {
    clearInterval(this.#renewal);
  }

  async #renew(): Promise<void> {
    const { commits, times, now } = this.#parts;
    const until = now() + times.lease;
    // If a renewal fails, the lease may be lost; the commit detects that.
    await commits.run((transaction) => renewLease(transaction, this.#lease, until)).catch(() => undefined);
  }

  async #isTakenOver(): Promise<boolean> {
    const current = await findUploadById(this.#parts.db, this.row.id).catch(() => undefined);
    return current !== undefined && current.generation !== this.row.generation;
  }
}
