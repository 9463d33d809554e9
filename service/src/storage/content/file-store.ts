import type { Hash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, type FileHandle, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sweepSpool } from '@soapwright/runtime/server/node';
import { ensureOneFolder, syncFolder, usingFile } from '../../common/file-system.ts';
import { asStorageError, errorCode, StorageError, withStorageErrors } from '../../common/storage-error.ts';
import type { OpenPart } from './content.ts';
import {
  type ContentStore,
  type DataKeySource,
  dataKeyOf,
  newHash,
  piecesOf,
  type WriteOptions,
} from './content-store.ts';
import { type DataFolder, probeFolder, probePrefix } from './data-folder.ts';
import { DirectWrites, leastBytes } from './direct-writes.ts';
import { type AppendOptions, lost, movedTo, settleAll, writeDurably } from './durable-write.ts';
import { Reserve } from './reserve.ts';
import type { SealedOwner } from './sealed-file.ts';
import { type PlainBytes, plainBytes, SealedParts, truncatePart } from './sealed-parts.ts';
import { SharedSyncs } from './shared-syncs.ts';

/**
 * A content store on the disk: see DataFolder for the layout.
 *
 * @param keys of sealed parts; undefined: those cannot be read.
 */
export function fileStore(folder: DataFolder, keys?: DataKeySource): ContentStore {
  return new FileStore(folder, keys);
}

class FileStore implements ContentStore {
  readonly #folder: DataFolder;
  readonly #reserve: Reserve;
  /** Folders below files/ that exist durably. */
  readonly #shards = new Set<string>();
  readonly #folders = new SharedSyncs(syncFolder);
  readonly #direct: DirectWrites;
  readonly #keys: DataKeySource | undefined;
  readonly #sealed: SealedParts;

  constructor(folder: DataFolder, keys: DataKeySource | undefined) {
    this.#folder = folder;
    this.#keys = keys;
    this.#sealed = new SealedParts(keys);
    this.#direct = new DirectWrites(folder.spool);
    this.#reserve = new Reserve(folder.spool);
  }

  async write(
    part: string,
    offset: bigint,
    bytes: Blob,
    { hash = newHash(), isLast = false }: WriteOptions = {},
  ): Promise<Hash> {
    const owner = await this.#sealed.ownerOf(part);
    const [start, path] = [Number(offset), this.#spooled(part)];
    const isNew = start === 0;
    return await withStorageErrors(async () => {
      const moved = isNew && owner === undefined && (await movedTo(path, bytes));
      const direct = await this.#directFlag(owner, start, bytes);
      const file = await this.#openSpooled(part, constants.O_RDWR | (isNew ? constants.O_CREAT : 0) | direct);
      try {
        // Only a new part has a new name to sync.
        const names = isNew ? [this.#folder.spool] : [];
        const options = { start, hash, isFinal: isLast, moved, names };
        return await this.#append(file, { part, path, owner }, bytes, options);
      } catch (error) {
        throw direct !== 0 && errorCode(error) === 'EINVAL' ? this.#direct.rejected(error) : error;
      } finally {
        await file.close();
      }
    });
  }

  async #directFlag(owner: SealedOwner | undefined, start: number, bytes: Blob): Promise<number> {
    if (owner === undefined) return await this.#direct.flagFor(start, bytes);
    return bytes.size < leastBytes ? 0 : await this.#direct.flagForBlocks(this.#sealed.block());
  }

  async writePublished(part: string, bytes: Blob): Promise<Hash> {
    const owner = await this.#sealed.ownerOf(part);
    return await withStorageErrors(async () => {
      const shard = await this.#shardFor(part);
      const path = this.#published(part);
      const moved = owner === undefined && (await movedTo(path, bytes));
      const flags = constants.O_RDWR | (moved ? 0 : constants.O_CREAT | constants.O_EXCL);
      const options = { start: 0, hash: newHash(), isFinal: true, moved, names: [shard] };
      return await usingFile(path, { flags, mode: 0o600 }, (file) =>
        this.#append(file, { part, path, owner }, bytes, options),
      );
    });
  }

  /** @param names folders to sync: they have a new name. */
  async #append(
    file: FileHandle,
    { part, path, owner }: { readonly part: string; readonly path: string; readonly owner: SealedOwner | undefined },
    bytes: Blob,
    {
      names,
      moved,
      ...rest
    }: Omit<AppendOptions, 'sync'> & { readonly names: readonly string[]; readonly moved: boolean },
  ): Promise<Hash> {
    // datasync includes the size.
    const sync = (): Promise<void> => settleAll([file.datasync(), ...names.map((name) => this.#folders.sync(name))]);
    if (owner !== undefined) return await this.#sealed.append(file, { part, path, owner }, bytes, { ...rest, sync });
    return await writeDurably(file, part, bytes, { ...rest, moved, sync });
  }

  async matches(part: string, offset: bigint, bytes: Blob): Promise<boolean> {
    return await withStorageErrors(async () => {
      const file = await this.#openSpooled(part, constants.O_RDONLY);
      try {
        const held = await plainBytes(file, part, this.#keys);
        for await (const { at, piece } of piecesOf(bytes)) {
          const start = Number(offset) + at;
          let compared = 0;
          for await (const other of held.read(start, start + piece.length)) {
            if (!Buffer.from(other).equals(piece.subarray(compared, compared + other.length))) return false;
            compared += other.length;
          }
          if (compared < piece.length) return false;
        }
        return true;
      } finally {
        await file.close();
      }
    });
  }

  async *readSpooled(part: string, from: bigint, to: bigint): AsyncGenerator<Uint8Array> {
    if (from === to) return;
    const file = await withStorageErrors(() => this.#openSpooled(part, constants.O_RDONLY));
    let at = from;
    try {
      const { read } = await plainBytes(file, part, this.#keys);
      for await (const piece of read(Number(from), Number(to))) {
        at += BigInt(piece.length);
        yield piece;
      }
    } catch (error) {
      throw asStorageError(error);
    } finally {
      await file.close();
    }
    if (at < to) throw lost(part, to);
  }

  async copy(from: string, to: string, size: bigint): Promise<void> {
    await withStorageErrors(async () => {
      const target = this.#spooled(to);
      try {
        await copyFile(this.#spooled(from), target, constants.COPYFILE_FICLONE);
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw error;
        // Its writer stopped between the rename and the commit.
        await copyFile(this.#published(from), target, constants.COPYFILE_FICLONE);
      }
      await usingFile(target, { flags: 'r+' }, async (file) => {
        if (!(await truncatePart(file, to, Number(size)))) throw lost(from, size);
        await file.sync();
      });
      await this.#folders.sync(this.#folder.spool);
    });
  }

  async publish(part: string): Promise<void> {
    await withStorageErrors(async () => {
      const shard = await this.#shardFor(part);
      await rename(this.#spooled(part), this.#published(part));
      // If its name in the spool comes back after a loss of power, no upload needs it, and the sweep removes it.
      await this.#folders.sync(shard);
    });
  }

  async *read(part: string): AsyncGenerator<Uint8Array> {
    if (dataKeyOf(part) === undefined) return yield* createReadStream(this.#published(part));
    const file = await open(this.#published(part), constants.O_RDONLY);
    try {
      const { size, read } = await this.#wholeBytes(file, part);
      yield* read(0, size);
    } finally {
      await file.close();
    }
  }

  async open(part: string): Promise<OpenPart> {
    try {
      const file = await open(this.#published(part), constants.O_RDONLY);
      try {
        const { size, read } = await this.#wholeBytes(file, part);
        return {
          size: BigInt(size),
          read: (start, end) => read(Number(start), Number(end)),
          close: () => file.close(),
        };
      } catch (error) {
        await file.close();
        throw error;
      }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw asStorageError(error);
      throw new StorageError('lost', `The file ${part} is not there.`, error);
    }
  }

  async #wholeBytes(file: FileHandle, part: string): Promise<PlainBytes> {
    const bytes = await plainBytes(file, part, this.#keys);
    if (bytes.isWhole) return bytes;
    throw new StorageError('lost', `The file ${part} was cut off.`);
  }

  async remove(part: string): Promise<bigint> {
    const [spooled, published] = await Promise.all([this.removeSpooled(part), removeFile(this.#published(part))]);
    return spooled + published;
  }

  async removeSpooled(part: string): Promise<bigint> {
    return await removeFile(this.#spooled(part));
  }

  spooledBefore(time: number): AsyncIterable<string> {
    return filesBefore(this.#folder.spool, time);
  }

  async *publishedBefore(time: number): AsyncGenerator<string> {
    for await (const shard of await opendir(this.#folder.files)) {
      if (shard.isDirectory()) yield* filesBefore(join(this.#folder.files, shard.name), time);
    }
  }

  async removeTracesBefore(time: number): Promise<void> {
    await withStorageErrors(async () => {
      await sweepSpool(this.#folder.spool, Date.now() - time);
      for await (const entry of await opendir(this.#folder.spool)) {
        if (!entry.name.startsWith(probePrefix)) continue;
        const path = join(this.#folder.spool, entry.name);
        const found = await stat(path).catch(() => undefined);
        if (found !== undefined && found.mtimeMs < time) await rm(path, { force: true });
      }
    });
  }

  async probe(): Promise<void> {
    await probeFolder(this.#folder.spool);
  }

  async keepReserve(): Promise<void> {
    await withStorageErrors(() => this.#reserve.keep());
  }

  async releaseReserve(): Promise<void> {
    await withStorageErrors(() => this.#reserve.release());
  }

  async #openSpooled(part: string, flags: number): Promise<FileHandle> {
    try {
      return await open(this.#spooled(part), flags, 0o600);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      await this.#withdraw(part);
      return await open(this.#spooled(part), flags, 0o600).catch((again: unknown) => {
        throw errorCode(again) === 'ENOENT' ? new StorageError('lost', `The spool file ${part} is not there.`) : again;
      });
    }
  }

  /** Moves a part that no file refers to back to the spool, if it is published. */
  async #withdraw(part: string): Promise<void> {
    try {
      await rename(this.#published(part), this.#spooled(part));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
      throw error;
    }
    await settleAll([this.#folders.sync(this.#shard(part)), this.#folders.sync(this.#folder.spool)]);
  }

  /** The folder of a published part, which exists durably. */
  async #shardFor(part: string): Promise<string> {
    const shard = this.#shard(part);
    if (!this.#shards.has(shard)) {
      await ensureOneFolder(shard);
      this.#shards.add(shard);
    }
    return shard;
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

/** Returns the size of the file, 0 if it does not exist. */
async function removeFile(path: string): Promise<bigint> {
  return await withStorageErrors(async () => {
    const found = await stat(path, { bigint: true }).catch(() => undefined);
    await rm(path, { force: true });
    return found?.size ?? 0n;
  });
}

async function* filesBefore(folder: string, time: number): AsyncIterable<string> {
  for await (const entry of await opendir(folder)) {
    // Other files, such as probes, are not parts.
    if (!/^[0-9a-f]{19}[0-9a-fk][0-9a-f]{12}\.\d+$/.test(entry.name)) continue;
    const found = await stat(join(folder, entry.name)).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < time) yield entry.name;
  }
}
