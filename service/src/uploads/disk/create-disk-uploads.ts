import type { ContentStore } from '../../storage/content/content-store.ts';
import type { ExpiryClock } from '../../storage/expiry-clock.ts';
import { SharedCommits } from '../../storage/shared-commits.ts';
import type { Db } from '../../storage/tables.ts';
import { createLeasedUploads, type UploadOptions } from '../create-uploads.ts';
import type { UploadEngine } from '../upload-engine.ts';
import { defaultUploadTimes } from '../upload-times.ts';
import { DiskChunks } from './disk-chunks.ts';
import { freeDiskSpace } from './free-disk-space.ts';

/** Uploads to the disk, with rows in SQLite. */
export function createDiskUploads({
  writer,
  store,
  clock = { check: async () => undefined },
  ...given
}: UploadOptions & {
  readonly store: ContentStore;
  /** Another connection to the same database, for commits. */
  readonly writer: Db;
  /** Default: anything may expire. */
  readonly clock?: Pick<ExpiryClock, 'check'> | undefined;
}): UploadEngine {
  const commits = new SharedCommits(writer);
  const options = { ...given, times: { ...defaultUploadTimes, ...given.times }, commits };
  const chunks = new DiskChunks({ ...options, store });
  return createLeasedUploads({
    ...options,
    chunks,
    freeBytes: (bytes) => freeDiskSpace({ ...options, chunks }, clock, bytes),
  });
}
