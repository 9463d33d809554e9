import { KeyedMutex } from '../common/semaphore.ts';
import type { Outbox } from '../hooks/outbox.ts';
import { SharedCommits } from '../storage/shared-commits.ts';
import type { Db } from '../storage/tables.ts';
import { Admission, unlimited } from './admission.ts';
import { DiskSpace } from './disk-space.ts';
import { KeptLeases } from './kept-leases.ts';
import { currentProcess } from './lease-owner.ts';
import { RunningDigests } from './running-digests.ts';
import { freeDiskSpace } from './sweep-uploads.ts';
import { defaultUploadTimes, type UploadTimes } from './upload-times.ts';
import type { Uploads } from './uploads.ts';

export function createUploads(
  parts: Pick<Uploads, 'db' | 'store' | 'hashes' | 'now'> & {
    /** Another connection to the same database, for commits. */
    readonly writer: Db;
    /** Default: anything may expire. */
    readonly clock?: Uploads['clock'] | undefined;
    readonly times?: Partial<UploadTimes> | undefined;
    readonly admission?: Admission | undefined;
    readonly outbox?: Outbox | undefined;
    /** Name of this process; tests have several. */
    readonly process?: string | undefined;
  },
): Uploads {
  const { db, store, hashes, now, process = currentProcess() } = parts;
  const times = { ...defaultUploadTimes, ...parts.times };
  const commits = new SharedCommits(parts.writer);
  const uploads: Uploads = {
    db,
    store,
    hashes,
    now,
    clock: parts.clock ?? { check: async () => undefined },
    times,
    commits,
    space: new DiskSpace((bytes) => freeDiskSpace(uploads, bytes)),
    digests: new RunningDigests(store),
    admission: parts.admission ?? new Admission({ db, ...unlimited }),
    outbox: parts.outbox,
    leases: new KeptLeases({ commits, times, now, process }),
    process,
    mutex: new KeyedMutex(),
  };
  return uploads;
}
