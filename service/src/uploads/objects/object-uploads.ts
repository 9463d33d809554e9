import type { ObjectCounts } from '../../common/counts.ts';
import type { KeyedMutex } from '../../common/semaphore.ts';
import type { Outbox } from '../../hooks/outbox.ts';
import type { KeyedHash } from '../../secrets/secret-tokens.ts';
import type { Commits } from '../../storage/commits.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import type { Db } from '../../storage/tables.ts';
import type { Admission } from '../admission.ts';
import type { DigestCatchUp } from '../digest-catch-up.ts';
import type { RunningDigests } from '../running-digests.ts';
import type { UploadTimes } from '../upload-times.ts';
import type { CommittedUploads } from './committed-uploads.ts';

/** Dependencies of uploads to an object store. Any number of processes, on any machines, may have the same. */
export interface ObjectUploads {
  readonly db: Db;
  readonly commits: Commits;
  readonly objects: ObjectStore;
  readonly counts: ObjectCounts;
  /** Name of the site in its keys: several sites may share a bucket, and none deletes objects of another. */
  readonly site: string;
  readonly hashes: KeyedHash;
  readonly times: UploadTimes;
  /** Milliseconds since 1970, by the clock of the database. */
  readonly now: () => number;
  readonly admission: Admission;
  readonly outbox: Outbox | undefined;
  /** Unique name of this process. */
  readonly process: string;
  readonly digests: RunningDigests;
  readonly committed: CommittedUploads;
  readonly catchUp: DigestCatchUp;
  /** Serialises the callers of this process on one upload; those of other processes meet in the database. */
  readonly mutex: KeyedMutex;
  /** How long an object that nothing refers to is kept, in milliseconds: so far back the database may be restored. */
  readonly keep: number;
}
