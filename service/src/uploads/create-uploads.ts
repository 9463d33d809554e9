import type { FileChecks } from '../checks/file-checks.ts';
import { KeyedMutex } from '../common/semaphore.ts';
import type { DataKeys } from '../domain/data-keys.ts';
import type { Outbox } from '../hooks/outbox.ts';
import { Admission, unlimited } from './admission.ts';
import type { ChunkStore } from './chunk-store.ts';
import type { DigestCatchUp } from './digest-catch-up.ts';
import { DiskSpace, type FreeBytes } from './disk-space.ts';
import { type LeaseTurn, LeaseTurns } from './lease.ts';
import { currentProcess } from './lease-owner.ts';
import { RunningDigests } from './running-digests.ts';
import type { Turn, Turns } from './turns.ts';
import { UploadEngine } from './upload-engine.ts';
import { defaultUploadTimes, type UploadTimes } from './upload-times.ts';
import type { Uploads } from './uploads.ts';

/** What uploads need, apart from their store. */
export interface UploadOptions extends Pick<Uploads, 'db' | 'hashes' | 'now'> {
  readonly times?: Partial<UploadTimes> | undefined;
  readonly admission?: Admission | undefined;
  /** Default: bytes are not sealed. */
  readonly dataKeys?: DataKeys | undefined;
  readonly checks?: FileChecks | undefined;
  /** Bytes of refused files that are kept; default: all. */
  readonly quarantine?: bigint | undefined;
  readonly outbox?: Outbox | undefined;
  /** Name of this process; tests have several. */
  readonly process?: string | undefined;
}

type StoreOptions<Mine extends Turn> = UploadOptions &
  Pick<Uploads, 'commits'> & {
    readonly chunks: ChunkStore<Mine>;
    /** Frees space where the store is full; default: nothing can be freed. */
    readonly freeBytes?: FreeBytes | undefined;
  };

/** Uploads to a store whose bytes are changed in place, by the caller who has the lease. */
export function createLeasedUploads(options: StoreOptions<LeaseTurn>): UploadEngine {
  const { chunks, process = currentProcess() } = options;
  const times = { ...defaultUploadTimes, ...options.times };
  const digests = new RunningDigests(chunks);
  const turns = new LeaseTurns({ ...options, times, process, digests });
  return createUploads({ ...options, process, digests, turns });
}

export function createUploads<Mine extends Turn>({
  db,
  hashes,
  now,
  commits,
  chunks,
  turns,
  digests,
  catchUp,
  process,
  ...given
}: StoreOptions<Mine> & {
  readonly turns: Turns<Mine>;
  readonly digests: RunningDigests;
  readonly catchUp?: DigestCatchUp | undefined;
  readonly process: string;
}): UploadEngine {
  return new UploadEngine({
    db,
    hashes,
    now,
    times: { ...defaultUploadTimes, ...given.times },
    commits,
    chunks,
    turns,
    digests,
    catchUp,
    space: new DiskSpace(given.freeBytes ?? (async () => 0n)),
    admission: given.admission ?? new Admission({ db, ...unlimited }),
    dataKeys: given.dataKeys,
    checks: given.checks,
    quarantine: given.quarantine ?? 1n << 62n,
    outbox: given.outbox,
    process,
    mutex: new KeyedMutex(),
  });
}
