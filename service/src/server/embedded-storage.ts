import { freeBytes } from '../common/file-system.ts';
import { memoryBesideDisk } from '../storage/content/chunk-spool.ts';
import type { Content } from '../storage/content/content.ts';
import type { ContentStore } from '../storage/content/content-store.ts';
import type { DataFolder } from '../storage/content/data-folder.ts';
import { fileStore } from '../storage/content/file-store.ts';
import { withReserve } from '../storage/content/reserve.ts';
import { type Connection, openDatabase, openUploadDatabase, rewriteDatabase } from '../storage/database.ts';
import { ExpiryClock } from '../storage/expiry-clock.ts';
import { matchFolder } from '../storage/folder-id.ts';
import { LogState } from '../storage/log-state.ts';
import { type Lookups, openLookups } from '../storage/lookups.ts';
import { checkSchema } from '../storage/migrations.ts';
import { SharedCommits } from '../storage/shared-commits.ts';
import type { Db } from '../storage/tables.ts';
import { spanned, tracer } from '../tracing/tracer.ts';
import { Admission, unlimited } from '../uploads/admission.ts';
import type { UploadOptions } from '../uploads/create-uploads.ts';
import { createDiskUploads } from '../uploads/disk/create-disk-uploads.ts';
import type { UploadEngine } from '../uploads/upload-engine.ts';
import { checkFree, type ServiceStorage, type StorageOptions } from './service-storage.ts';

/** What a store of bytes gets to know beside rows in SQLite. */
export interface BytesParts extends UploadOptions {
  /** The files of the data folder. */
  readonly files: ContentStore;
  /** A connection for commits. */
  readonly writer: Db;
  readonly clock: ExpiryClock;
}

/** Opens a store of bytes: docs/contributing/add-an-upload-store.md. */
export type OpenBytes = (parts: BytesParts) => { readonly store: Content; readonly uploads: UploadEngine };

const diskBytes: OpenBytes = ({ files: store, ...parts }) => ({
  store,
  uploads: createDiskUploads({ ...parts, store }),
});

/**
 * Opens SQLite in a data folder, and a store of bytes: by default the files of the folder.
 *
 * @throws {StorageError}
 */
export async function openEmbedded(
  folder: DataFolder,
  options: StorageOptions,
  openBytes: OpenBytes = diskBytes,
): Promise<ServiceStorage> {
  const { hashes, dataKeys, checks, quarantine, outbox, uploadTimes: times, now = Date.now } = options;
  const files = withSpans(fileStore(folder, dataKeys));
  const free = (): Promise<number> => freeBytes(folder.path);
  const withRoom = <T>(work: () => Promise<T>): Promise<T> => withReserve(files, free, work);
  const { db, writer, lookups } = await withRoom(() => openConnections(folder, options, now));
  const admission = new Admission({
    db,
    defaults: options.quotas ?? unlimited.defaults,
    keptFree: options.freeBytes,
    free,
  });
  const clock = new ExpiryClock(db, now, options.clockTime);
  const ofUploads = { times, admission, dataKeys, checks, quarantine, outbox };
  const { store, uploads } = openBytes({ db, writer, files, hashes, now, clock, ...ofUploads });
  return {
    db,
    commits: new SharedCommits(db),
    lookups,
    store,
    uploads,
    spool: folder.spool,
    spoolMemory: memoryBesideDisk,
    now,
    clock,
    free,
    rewrite: () => rewriteDatabase(folder.database, db),
    withRoom,
    async ready() {
      await checkSchema(db);
      await checkFree(folder.path, options.freeBytes);
      await files.probe();
      if (store !== files) await store.probe();
    },
    async close() {
      lookups.close();
      await uploads.close();
      // Copying the log to the database may need room there.
      await withRoom(async () => {
        await writer.destroy();
        await db.destroy();
      });
    },
  };
}

/** The connections of a process: one for the commits of uploads, one that only reads, and one for everything else. */
interface Connections {
  readonly db: Db;
  readonly writer: Db;
  readonly lookups: Lookups;
}

async function openConnections(
  folder: DataFolder,
  { counts, beginKeys }: StorageOptions,
  now: () => number,
): Promise<Connections> {
  const { database } = folder;
  const log = new LogState(database);
  const db = await openDatabase(database, { log, counts });
  let connection: Connection | undefined;
  try {
    await matchFolder(db, folder);
    await beginKeys(db, now());
    connection = await openUploadDatabase(database, log, counts);
    return { db, writer: connection.db, lookups: openLookups(database, db, connection.database) };
  } catch (error) {
    await connection?.db.destroy();
    await db.destroy();
    throw error;
  }
}

/** Spans of what waits for the disk; their attributes have no name of a file. */
function withSpans(store: ContentStore): ContentStore {
  if (tracer() === undefined) return store;
  return Object.assign(store, {
    write: spanned('write chunk', store.write.bind(store)),
    writePublished: spanned('write file', store.writePublished.bind(store)),
    publish: spanned('rename file', store.publish.bind(store)),
  });
}
