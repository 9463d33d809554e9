import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Abandoned,
  findUploadById,
  type Lease,
  renewLease,
  takeLease,
  type Upload,
} from '../storage/upload-rows.ts';
import { ownerStatus } from './lease-owner.ts';
import { busyUpload, unknownUpload } from './upload-rejections.ts';
import type { Uploads } from './uploads.ts';

/** An upload that only this caller may append to while the lease is valid. */
export interface Leased {
  readonly upload: Upload;
  readonly lease: Lease;
  /** Stops the renewal. */
  end(): void;
}

/**
 * Waits for the lease of an upload, across processes. The lease only avoids conflicts between callers; what makes them
 * safe is the generation, which every commit checks.
 *
 * @returns the row without a lease when the upload is finished.
 * @throws {Rejection} `UploadBusy` when another caller holds it too long, `UploadUnknown` when it no longer exists.
 */
export async function leaseUpload(uploads: Uploads, id: string): Promise<Leased | { readonly finished: Upload }> {
  const { db, commits, times, now } = uploads;
  const owner = uploads.process;
  const kept = await keptUpload(uploads, id);
  if (kept !== undefined) return renewing(uploads, kept);
  const deadline = performance.now() + times.patience;
  // Our own, not released because of a failure: the mutex excludes other callers of this process.
  for (let abandoned: Abandoned | undefined = { owner, certain: true }; ; ) {
    const known = abandoned;
    const upload = await commits.run((transaction) =>
      takeLease(transaction, id, { owner, now: now(), until: now() + times.lease, abandoned: known }),
    );
    if (upload !== undefined) {
      if (uploads.digests.lag(upload)) uploads.leases.meetOther();
      return renewing(uploads, upload);
    }
    const current = await findUploadById(db, id);
    if (current === undefined) throw unknownUpload();
    if (current.finished_at !== null) return { finished: current };
    const holder = current.lease_owner;
    const status = holder === null ? 'unknown' : ownerStatus(holder, owner);
    abandoned = holder === null || status === 'unknown' ? undefined : { owner: holder, certain: status === 'gone' };
    if (abandoned !== undefined || holder === null) continue;
    uploads.leases.meetOther();
    if (performance.now() >= deadline) throw busyUpload();
    await sleep(10 + Math.random() * 20);
  }
}

/**
 * The row of an upload whose lease this process kept since its last chunk: it needs no commit. The mutex excludes other
 * callers of this process. Another process takes a lease that has expired only with a new generation, which lets the
 * commit of this one fail.
 */
async function keptUpload(uploads: Uploads, id: string): Promise<Upload | undefined> {
  const lease = uploads.leases.take(id);
  if (lease === undefined) return undefined;
  const upload = await findUploadById(uploads.db, id);
  const isHeld =
    upload?.lease_owner === lease.owner &&
    upload.generation === lease.generation &&
    upload.finished_at === null &&
    (upload.lease_until ?? 0) > uploads.now();
  return isHeld ? upload : undefined;
}

function renewing(uploads: Uploads, upload: Upload): Leased {
  const { commits, times, now } = uploads;
  const lease: Lease = { uploadId: upload.id, owner: uploads.process, generation: upload.generation };
  const renewal = setInterval(() => {
    // If a renewal fails, the lease may be lost; the commit detects that.
    const until = now() + times.lease;
    commits.run((transaction) => renewLease(transaction, lease, until)).catch(() => undefined);
  }, times.lease / 3);
  renewal.unref();
  return { upload, lease, end: () => clearInterval(renewal) };
}
