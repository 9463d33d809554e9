import type { FileChecks } from '../checks/file-checks.ts';
import type { KeyedMutex } from '../common/semaphore.ts';
import type { DataKeys } from '../domain/data-keys.ts';
import type { Outbox } from '../hooks/outbox.ts';
import type { KeyedHash } from '../secrets/secret-tokens.ts';
import type { Commits } from '../storage/commits.ts';
import type { Content } from '../storage/content/content.ts';
import type { Db } from '../storage/tables.ts';
import type { Admission } from './admission.ts';
import type { ChunkStore } from './chunk-store.ts';
import type { DigestCatchUp } from './digest-catch-up.ts';
import type { DiskSpace } from './disk-space.ts';
import type { RunningDigests } from './running-digests.ts';
import type { Turns } from './turns.ts';
import type { UploadTimes } from './upload-times.ts';

/** Published files, in the database and as bytes. */
export interface StoredContent {
  readonly db: Db;
  readonly store: Content;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Dependencies of uploads. One instance per process. */
export interface Uploads {
  readonly db: Db;
  readonly hashes: KeyedHash;
  readonly times: UploadTimes;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Durable commits. */
  readonly commits: Commits;
  readonly chunks: ChunkStore;
  readonly turns: Turns;
  readonly digests: RunningDigests;
  /** Undefined: bytes that other processes have appended are hashed at each chunk. */
  readonly catchUp: DigestCatchUp | undefined;
  readonly space: DiskSpace;
  readonly admission: Admission;
  /** Undefined: bytes are not sealed. */
  readonly dataKeys: DataKeys | undefined;
  /** Undefined: files are published without a check. */
  readonly checks: FileChecks | undefined;
  /** Bytes of refused files that are kept. */
  readonly quarantine: bigint;
  /** Undefined: no hook is configured. */
  readonly outbox: Outbox | undefined;
  /** Unique name of this process. */
  readonly process: string;
  /** Serialises the callers of this process on one upload, by its token, in the order in which they arrive. */
  readonly mutex: KeyedMutex;
}
