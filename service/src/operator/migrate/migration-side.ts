import { blobOf } from '@soapwright/runtime/client';
import { StorageError } from '../../common/storage-error.ts';
import {
  type DataKeySource,
  digestSoFar,
  newHash,
  partName,
  uploadOfPart,
} from '../../storage/content/content-store.ts';
import type { DataFolder } from '../../storage/content/data-folder.ts';
import { fileStore } from '../../storage/content/file-store.ts';
import { openDatabase } from '../../storage/database.ts';
import { CachedCredentials } from '../../storage/objects/credential-sources.ts';
import { bytesInObjects, readExtents, releaseExtents } from '../../storage/objects/extent-rows.ts';
import { newObjectKey } from '../../storage/objects/object-store.ts';
import { readBytes, readUpload } from '../../storage/objects/read-extents.ts';
import { S3Store } from '../../storage/objects/s3-store.ts';
import { SealedObjects } from '../../storage/objects/sealed-objects.ts';
import { siteOf } from '../../storage/objects/site.ts';
import { openPostgres } from '../../storage/postgres/open-postgres.ts';
import type { SharedServers } from '../../storage/shared-servers.ts';
import type { Db } from '../../storage/tables.ts';
import type { Upload } from '../../storage/upload-rows.ts';

type Pieces = AsyncIterable<Uint8Array>;

/** Where a migration reads from or writes to: a data folder, or servers. */
export interface MigrationSide {
  readonly db: Db;
  /** Where the processes run that may have it open. */
  readonly onMachines: 'one' | 'many';
  /** The bytes of a published file. */
  read(content: string): Pieces;
  /** The acknowledged bytes of an unfinished upload. */
  readUnfinished(upload: Pick<Upload, 'id' | 'held' | 'spool_generation'>): Pieces;
  /** Whether a migration that was interrupted has copied a file. */
  holds(content: string, size: bigint): Promise<boolean>;
  /** Stores a published file, replacing parts that an interrupted migration stored. */
  write(content: string, size: bigint, bytes: Pieces): Promise<void>;
  writeUnfinished(uploadId: string, held: bigint, bytes: Pieces): Promise<void>;
  close(): Promise<void>;
}

/** @throws {StorageError} */
export async function folderSide(folder: DataFolder, keys?: DataKeySource): Promise<MigrationSide> {
  const db = await openDatabase(folder.database);
  const store = fileStore(folder, keys);
  const blob = (bytes: Pieces, size: bigint): Blob => blobOf(bytes, { size: Number(size) });
  return {
    db,
    onMachines: 'one',
    read: (content) => store.read(content),
    readUnfinished: ({ id, held, spool_generation }) => store.readSpooled(partName(id, spool_generation), 0n, held),
    async holds(content, size) {
      try {
        const part = await store.open(content);
        await part.close();
        return part.size === size;
      } catch (error) {
        if (error instanceof StorageError && error.code === 'lost') return false;
        throw error;
      }
    },
    async write(content, size, bytes) {
      await store.remove(content);
      await store.writePublished(content, blob(bytes, size));
    },
    async writeUnfinished(uploadId, held, bytes) {
      await store.write(partName(uploadId, 1), 0n, blob(bytes, held));
    },
    close: () => db.destroy(),
  };
}

/** Size of the objects of a copied file, in bytes. */
const objectSize = 8 * 1024 * 1024;

/** @throws {StorageError} */
export async function serversSide(servers: SharedServers, keys?: DataKeySource): Promise<MigrationSide> {
  const db = await openPostgres(servers.database);
  const plain = new S3Store(servers.bucket, new CachedCredentials(servers.credentials, Date.now));
  const objects = keys === undefined ? plain : new SealedObjects(plain, keys);
  const site = await siteOf(db);
  const store = async (uploadId: string, bytes: Pieces): Promise<void> => {
    await releaseExtents(db, uploadId, Date.now() + servers.keep);
    let at = 0n;
    for await (const part of partsOf(bytes)) {
      const digest = digestSoFar(newHash().update(part));
      const key = newObjectKey(site, uploadId);
      await objects.put(key, { size: part.length, digest, pieces: () => [part] });
      const extent = { key, upload_id: uploadId, at, size: BigInt(part.length), digest };
      await db.insertInto('extents').values(extent).execute();
      at += extent.size;
    }
  };
  return {
    db,
    onMachines: 'many',
    read: (content) => readBytes(objects, readExtents(db, uploadOfPart(content), 0n)),
    readUnfinished: ({ id, held }) => readUpload({ db, objects, dataKeys: keys }, id, 0n, held),
    holds: async (content, size) => (await bytesInObjects(db, uploadOfPart(content))) === size,
    write: async (content, _size, bytes) => await store(uploadOfPart(content), bytes),
    writeUnfinished: async (uploadId, _held, bytes) => await store(uploadId, bytes),
    async close() {
      objects.close();
      await db.destroy();
    },
  };
}

/** Bytes in parts of the size of an object; the last one is smaller. */
async function* partsOf(bytes: Pieces): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    pieces.push(Uint8Array.prototype.slice.call(piece));
    size += piece.length;
    if (size < objectSize) continue;
    yield Buffer.concat(pieces);
    [pieces, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(pieces);
}
