import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asStorageError, StorageError } from '../storage/storage-error.ts';
import type { Bytes, ContentStore, Digest } from './content-store.ts';
import { type DataFolder, probeFolder } from './data-folder.ts';
import { syncFolder } from './durable.ts';
import { piecesOf } from './pieces.ts';

/** A content store on the disk: see DataFolder for where what lies. */
export function fileStore(folder: DataFolder): ContentStore {
  return new FileStore(folder);
}

class FileStore implements ContentStore {
  readonly #folder: DataFolder;
  /** Folders below files/ that are known to be there, durably. */
  readonly #shards = new Set<string>();

  constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  async write(part: string, offset: bigint, bytes: Bytes): Promise<Digest> {
    const path = this.#spooled(part);
    const start = Number(offset);
    return await translated(async () => {
      const fresh = start === 0;
      const file = await open(path, fresh ? constants.O_RDWR | constants.O_CREAT : constants.O_RDWR, 0o600);
      try {
        const { size } = await file.stat();
        if (size < start) throw lost(part, offset);
        const digest = createHash('sha256');
        try {
          for await (const { at, piece } of piecesOf(bytes)) {
            digest.update(piece);
            await writeFully(file, piece, start + at);
          }
          if (size > start + bytes.size) await file.truncate(start + bytes.size);
          await file.sync();
        } catch (error) {
          // On a full disk these bytes would leave no room for the database, and with it for nothing else either.
          await file.truncate(start).catch(() => undefined);
          throw error;
        }
        if (fresh) await syncFolder(this.#folder.spool);
        return digest.digest('hex');
      } finally {
        await file.close();
      }
    });
  }

  async matches(part: string, offset: bigint, bytes: Bytes): Promise<Digest | undefined> {
    return await translated(async () => {
      const file = await open(this.#spooled(part), 'r');
      try {
        const digest = createHash('sha256');
        for await (const { at, piece } of piecesOf(bytes)) {
          const held = Buffer.alloc(piece.length);
          const { bytesRead } = await file.read(held, 0, held.length, Number(offset) + at);
          if (bytesRead < held.length || !held.equals(piece)) return undefined;
          digest.update(piece);
        }
        return digest.digest('hex');
      } finally {
        await file.close();
      }
    });
  }

  async copy(from: string, to: string, size: bigint): Promise<void> {
    await translated(async () => {
      const target = this.#spooled(to);
      try {
        await copyFile(this.#spooled(from), target, constants.COPYFILE_FICLONE);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
        // Its writer was cut off after it had renamed the file, and before the database knew.
        await copyFile(this.#published(from), target, constants.COPYFILE_FICLONE);
      }
      const file = await open(target, 'r+');
      try {
        if ((await file.stat()).size < size) throw lost(from, size);
        await file.truncate(Number(size));
        await file.sync();
      } finally {
        await file.close();
      }
      await syncFolder(this.#folder.spool);
    });
  }

  async publish(part: string): Promise<void> {
    await translated(async () => {
      const shard = this.#shard(part);
      if (!this.#shards.has(shard)) {
        await mkdir(shard, { recursive: true, mode: 0o700 });
        await syncFolder(this.#folder.files);
        this.#shards.add(shard);
      }
      await rename(this.#spooled(part), this.#published(part));
      await syncFolder(shard);
      await syncFolder(this.#folder.spool);
    });
  }

  read(part: string): AsyncIterable<Uint8Array> {
    return createReadStream(this.#published(part));
  }

  async removeSpooled(part: string): Promise<void> {
    await translated(() => rm(this.#spooled(part), { force: true }));
  }

  async removePublished(part: string): Promise<void> {
    await translated(() => rm(this.#published(part), { force: true }));
  }

  spooledBefore(time: number): AsyncIterable<string> {
    return filesBefore(this.#folder.spool, time);
  }

  async *publishedBefore(time: number): AsyncGenerator<string> {
    for await (const shard of await opendir(this.#folder.files)) {
      if (shard.isDirectory()) yield* filesBefore(join(this.#folder.files, shard.name), time);
    }
  }

  async probe(): Promise<void> {
    await probeFolder(this.#folder.spool);
  }

  #spooled(part: string): string {
    return join(this.#folder.spool, part);
  }

  #shard(part: string): string {
    return join(this.#folder.files, part.slice(0, 2));
  }

  #published(part: string): string {
    return join(this.#shard(part), part);
  }
}

/** One call may write less than it was given. */
async function writeFully(file: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesWritten } = await file.write(piece, done, piece.length - done, position + done);
    done += bytesWritten;
  }
}

async function* filesBefore(folder: string, time: number): AsyncIterable<string> {
  for await (const entry of await opendir(folder)) {
    // Files of others, such as a probe, are not parts.
    if (!/^[0-9a-f]{32}\.\d+$/.test(entry.name)) continue;
    const found = await stat(join(folder, entry.name)).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < time) yield entry.name;
  }
}

function lost(part: string, needed: bigint): StorageError {
  return new StorageError('lost', `The spool file ${part} should hold ${needed} bytes, and holds fewer.`);
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageError(error);
  }
}
