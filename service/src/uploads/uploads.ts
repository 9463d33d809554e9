import type { KeyedMutex } from '../common/semaphore.ts';
import type { Outbox } from '../hooks/outbox.ts';
import type { KeyedHash } from '../secrets/secret-tokens.ts';
import type { Content } from '../storage/content/content.ts';
import type { ContentStore } from '../storage/content/content-store.ts';
import type { ExpiryClock } from '../storage/expiry-clock.ts';
import type { SharedCommits } from '../storage/shared-commits.ts';
import type { Db } from '../storage/tables.ts';
import type { Upload } from '../storage/upload-rows.ts';
import type { Admission } from './admission.ts';
import type { DiskSpace } from './disk-space.ts';
import type { KeptLeases } from './kept-leases.ts';
import type { RunningDigests } from './running-digests.ts';
import type { UploadTimes } from './upload-times.ts';

/** Published files, in the database and as bytes. */
export interface StoredContent {
  readonly db: Db;
  readonly store: Content;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Dependencies of uploads to the disk. One instance per process and data folder. */
export interface Uploads {
  readonly db: Db;
  readonly store: ContentStore;
  readonly hashes: KeyedHash;
  readonly times: UploadTimes;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Decides whether anything expires. */
  readonly clock: Pick<ExpiryClock, 'check'>;
  /** Durable commits. */
  readonly commits: SharedCommits;
  readonly space: DiskSpace;
  readonly digests: RunningDigests;
  readonly leases: KeptLeases;
  readonly admission: Admission;
  /** Undefined: no hook is configured. */
  readonly outbox: Outbox | undefined;
  /** Unique name of this process. */
  readonly process: string;
  /** Serialises the callers of this process on one upload. */
  readonly mutex: KeyedMutex;
}

/** Response to an appended chunk. */
export interface AppendResult {
  readonly token: string;
  readonly writtenTicks: bigint;
  readonly creationTicks: bigint;
}

/** Units of 100 ns in a millisecond. */
const ticksPerMillisecond = 10_000n;

/** The times of an upload's file: those of its chunks, otherwise the start of the upload. */
export function timesOf(upload: Pick<Upload, 'written_ticks' | 'creation_ticks' | 'started_at'>): {
  readonly writtenTicks: bigint;
  readonly creationTicks: bigint;
} {
  const began = BigInt(upload.started_at) * ticksPerMillisecond;
  return { writtenTicks: upload.written_ticks ?? began, creationTicks: upload.creation_ticks ?? began };
}
