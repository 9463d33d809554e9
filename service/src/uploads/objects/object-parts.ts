import type { ObjectCounts } from '../../common/counts.ts';
import type { DataKeys } from '../../domain/data-keys.ts';
import type { Commits } from '../../storage/commits.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import type { Db } from '../../storage/tables.ts';
import type { UploadTimes } from '../upload-times.ts';

/** Dependencies of uploads to an object store. Any number of processes, on any machines, may have the same. */
export interface ObjectParts {
  readonly db: Db;
  readonly commits: Commits;
  readonly objects: ObjectStore;
  readonly counts: ObjectCounts;
  /** Of sealed uploads; undefined: there are none. */
  readonly dataKeys?: DataKeys | undefined;
  /** Name of the site in its keys: several sites may share a bucket, and none deletes objects of another. */
  readonly site: string;
  readonly times: UploadTimes;
  /** Milliseconds since 1970, by the clock of the database. */
  readonly now: () => number;
  /** How long an object that nothing refers to is kept, in milliseconds: so far back the database may be restored. */
  readonly keep: number;
}
