import type { Commits } from '../storage/commits.ts';
import { type Lease, releaseLease, type Upload } from '../storage/upload-rows.ts';
import { noLease } from './turns.ts';
import type { UploadTimes } from './upload-times.ts';

interface Parts {
  readonly commits: Commits;
  readonly times: UploadTimes;
  readonly now: () => number;
  /** Name of this process. */
  readonly process: string;
}

interface Kept {
  readonly lease: Lease;
  readonly timer: NodeJS.Timeout;
}

/**
 * Leases that this process holds between the chunks of an upload, so that the next chunk needs no commit to take one. A
 * lease that no chunk used for a short time is released. A lease is kept only after the commit that says so; whoever uses
 * it checks the row again.
 *
 * Where other processes receive chunks of the same uploads, keeping leases would make them wait. After such a process
 * was met, none is kept for the duration of a lease.
 */
export class KeptLeases {
  readonly #parts: Parts;
  readonly #kept = new Map<string, Kept>();
  /** Before this time, by `performance.now`, no lease is kept. */
  #none = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What the commit of a chunk writes: the lease is kept, or released. */
  columns(): Pick<Upload, 'lease_owner' | 'lease_until'> {
    const { times, now, process } = this.#parts;
    if (times.kept === 0 || performance.now() < this.#none) return noLease;
    return { lease_owner: process, lease_until: now() + times.lease };
  }

  /** Keeps a lease for the next chunk, after a commit has written it. */
  keep(lease: Lease): void {
    const timer = setTimeout(() => void this.#release(lease), this.#parts.times.kept);
    timer.unref();
    this.#kept.set(lease.uploadId, { lease, timer });
  }

  /** Hands the lease of an upload to a chunk; undefined when none is kept. */
  take(uploadId: string): Lease | undefined {
    const kept = this.#kept.get(uploadId);
    if (kept === undefined) return undefined;
    clearTimeout(kept.timer);
    this.#kept.delete(uploadId);
    return kept.lease;
  }

  /** Notes that another running process receives chunks of the same uploads. */
  meetOther(): void {
    this.#none = performance.now() + this.#parts.times.lease;
  }

  /** Releases all, so that other processes need not wait for their end. */
  async releaseAll(): Promise<void> {
    await Promise.all([...this.#kept.values()].map(({ lease }) => this.#release(lease)));
  }

  /** Commits run in the order in which they are asked for: a chunk that comes now takes the lease after its release. */
  async #release({ uploadId }: Lease): Promise<void> {
    const { commits } = this.#parts;
    const lease = this.take(uploadId);
    if (lease === undefined) return;
    // If this fails, the lease is found abandoned, or expires.
    await commits.run((transaction) => releaseLease(transaction, lease)).catch(() => undefined);
  }
}
