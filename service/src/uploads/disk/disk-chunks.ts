import type { Hash } from 'node:crypto';
import { batchesOf, batchSize, type ContentStore, partName } from '../../storage/content/content-store.ts';
import type { SharedCommits } from '../../storage/shared-commits.ts';
import type { Db } from '../../storage/tables.ts';
import {
  findKnown,
  findStrays,
  findUnneeded,
  forgetRemovedParts,
  removedPartsAfter,
  type Upload,
} from '../../storage/upload-rows.ts';
import type { ChunkStore, Piece, StagedChunk, StoredBytes, SweepOptions, SweptBytes } from '../chunk-store.ts';
import type { LeaseTurn } from '../lease.ts';
import { beginRow } from '../upload-row.ts';
import type { UploadTimes } from '../upload-times.ts';

export interface DiskParts {
  readonly db: Db;
  readonly store: ContentStore;
  readonly commits: Pick<SharedCommits, 'preparing'>;
  readonly times: UploadTimes;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Bytes of uploads in parts on the disk, which grow in the spool and are renamed when they are published. */
export class DiskChunks implements ChunkStore<LeaseTurn> {
  readonly parts: DiskParts;

  constructor(parts: DiskParts) {
    this.parts = parts;
  }

  /** A file of one chunk is written where it is published: until the commit no row refers to it. */
  async begin({ id }: Upload, { bytes, isLast }: Piece): Promise<StagedChunk> {
    const { store, commits } = this.parts;
    const part = partName(id, 1);
    const discard = async (): Promise<void> => {
      await store.remove(part).catch(() => undefined);
    };
    const write = () => (isLast ? store.writePublished(part, bytes) : store.write(part, 0n, bytes));
    const whole = await commits.preparing(write).catch(async (error: unknown) => {
      await discard();
      throw error;
    });
    return { whole, commit: beginRow, discard };
  }

  async stage(turn: LeaseTurn, { bytes, offset, isLast }: Piece, before: Hash | undefined): Promise<StagedChunk> {
    const { store, commits } = this.parts;
    const { id, held, generation, spool_generation } = turn.row;
    const part = partName(id, generation);
    const older = generation === spool_generation ? undefined : partName(id, spool_generation);
    const whole = await commits.preparing(async () => {
      if (older !== undefined) await store.copy(older, part, held);
      // Without bytes a last chunk cuts off what a failed one left after the held bytes.
      return bytes.size > 0 || isLast ? await store.write(part, offset, bytes, { hash: before, isLast }) : before;
    });
    return {
      whole,
      ...(isLast && { publish: () => store.publish(part) }),
      commit: (db, row) => turn.update(db, row),
      async committed() {
        // If it cannot be removed now, the sweep removes it.
        if (older !== undefined) await store.removeSpooled(older);
      },
      discard: async () => undefined,
    };
  }

  async matches(
    { id, spool_generation }: Upload,
    { bytes, offset }: Pick<Piece, 'bytes' | 'offset'>,
  ): Promise<boolean> {
    return await this.parts.store.matches(partName(id, spool_generation), offset, bytes);
  }

  read({ id, spool_generation }: StoredBytes, from: bigint, to: bigint): AsyncIterable<Uint8Array> {
    return this.parts.store.readSpooled(partName(id, spool_generation), from, to);
  }

  /** Files are removed after the commit. */
  async release(): Promise<void> {}

  async remove(parts: readonly string[]): Promise<bigint> {
    const { store } = this.parts;
    let bytes = 0n;
    for (const part of parts) bytes += await store.remove(part);
    return bytes;
  }

  async sweep({ unknownFiles = false }: SweepOptions): Promise<SweptBytes> {
    const { db, store } = this.parts;
    const before = this.#strayBefore();
    let { parts: strayParts } = await this.sweepSpool();
    let unknown = 0;
    for await (const batch of batchesOf(store.publishedBefore(before))) {
      const maybe = await findStrays(db, batch);
      if (maybe.length === 0) continue;
      // A transaction begins on a log that is on the disk: what a failed commit removed may be there after a restart.
      const [strays, removed] = await db.transaction().execute(async (transaction) => {
        const certain = await findStrays(transaction, maybe);
        // A database that was restored or begun anew does not know the files that others need.
        return [certain, unknownFiles ? certain : await findKnown(transaction, certain)];
      });
      for (const part of removed) await store.remove(part);
      strayParts += removed.length;
      unknown += strays.length - removed.length;
    }
    await this.#sweepRemoved();
    await store.removeTracesBefore(before);
    // It was freed if the disk was full. If the disk still is, the next sweep retries.
    await store.keepReserve().catch(() => undefined);
    return { strayParts, unknownFiles: unknown };
  }

  /** Removes parts of no upload from the spool. */
  async sweepSpool(): Promise<{ readonly parts: number; readonly bytes: bigint }> {
    const { db, store } = this.parts;
    let parts = 0;
    let bytes = 0n;
    for await (const batch of batchesOf(store.spooledBefore(this.#strayBefore()))) {
      for (const part of await findUnneeded(db, batch)) {
        bytes += await store.removeSpooled(part);
        parts += 1;
      }
    }
    return { parts, bytes };
  }

  /** Removes bytes that killed processes did not remove after their commit, and forgets the removed parts. */
  async #sweepRemoved(): Promise<void> {
    const { db, store } = this.parts;
    for (let last = ''; ; ) {
      const parts = await removedPartsAfter(db, last, batchSize);
      if (parts.length === 0) return;
      last = parts.at(-1) ?? '';
      // As in `sweep`: they are removed for certain only when a transaction sees that.
      const removed = await db.transaction().execute((transaction) => findStrays(transaction, parts));
      for (const part of removed) await store.remove(part);
      // On a full disk the next sweep forgets them.
      await forgetRemovedParts(db, parts).catch(() => undefined);
    }
  }

  #strayBefore(): number {
    return this.parts.now() - this.parts.times.stray;
  }
}
