import { createHash } from 'node:crypto';
import {
  claimCompaction,
  filesOfManyExtents,
  type ManyExtents,
  replaceExtents,
} from '../../storage/objects/compaction-rows.ts';
import { type Extent, readExtents } from '../../storage/objects/extent-rows.ts';
import { readBytes } from '../../storage/objects/read-extents.ts';
import { isTaken } from '../../storage/postgres/postgres-errors.ts';
import type { ObjectParts } from './object-parts.ts';
import { putWithNewKeys } from './stage-bytes.ts';

export interface CompactionLimits extends ManyExtents {
  /** Bytes of an object that replaces others, which are in memory. */
  readonly merged: number;
  /** Bytes that are rewritten at one sweep, rounded up to whole files. */
  readonly most: bigint;
}

/** A file is rewritten once, from objects of at most 4 MiB to some of 16 MiB. */
const compactionLimits: CompactionLimits = {
  count: 256,
  size: 4 * 1024 ** 2,
  merged: 16 * 1024 ** 2,
  most: 8n << 30n,
};

/** How long a claim lasts without renewal, in milliseconds: one object takes less. */
const claimTime = 300_000;

/** How long downloads may still read the objects that were replaced, in milliseconds. */
const downloadTime = 3_600_000;

/** Files in one query. */
const batchSize = 20;

/**
 * Rewrites published files that consist of many small objects as fewer large ones. One process does at a time; it may be
 * killed at any moment: a new object that no row names yet is swept, and what was replaced stays so.
 *
 * @param prefixes of the ids of uploads that are looked at.
 * @returns the number of objects that were replaced.
 */
export async function compactFiles(
  uploads: ObjectParts,
  prefixes: readonly string[],
  limits: CompactionLimits = compactionLimits,
): Promise<number> {
  const claim = new Claim(uploads);
  let replaced = 0;
  let left = limits.most;
  try {
    for (const prefix of prefixes) {
      for (const id of await filesOfManyExtents(uploads.db, prefix, limits, batchSize)) {
        if (left <= 0n) return replaced;
        for await (const run of runsOf(readExtents(uploads.db, id, 0n), limits.merged)) {
          if (!(await claim.hold())) return replaced;
          if (!(await mergeRun(uploads, id, run))) break;
          replaced += run.length;
          left -= sizeOf(run);
        }
      }
    }
    return replaced;
  } finally {
    await claim.release();
  }
}

/** Consecutive extents whose bytes together fit in an object; at least two. */
async function* runsOf(extents: AsyncIterable<Extent>, most: number): AsyncGenerator<readonly Extent[]> {
  let run: Extent[] = [];
  for await (const extent of extents) {
    if (sizeOf(run) + extent.size > most) {
      if (run.length > 1) yield run;
      run = [];
    }
    run.push(extent);
  }
  if (run.length > 1) yield run;
}

function sizeOf(run: readonly Extent[]): bigint {
  return run.reduce((sum, { size }) => sum + size, 0n);
}

/** Stores the bytes of some extents as one object, and names it in their place if nothing has changed. */
async function mergeRun(
  { commits, objects, site, counts, now, keep }: ObjectParts,
  id: string,
  run: readonly Extent[],
): Promise<boolean> {
  const [first] = run;
  if (first === undefined) return false;
  const pieces: Uint8Array[] = [];
  const hash = createHash('sha256');
  for await (const piece of readBytes(objects, run, first.at)) {
    pieces.push(piece);
    hash.update(piece);
  }
  const size = sizeOf(run);
  const digest = hash.digest('hex');
  const key = await putWithNewKeys({ objects, site, counts, id }, { size: Number(size), digest, pieces: () => pieces });
  const merged = { key, at: first.at, size, digest };
  const isReplaced = await commits
    .run((transaction) => replaceExtents(transaction, id, run, merged, now() + Math.max(keep, downloadTime)))
    .catch((error: unknown) => {
      // The sweep has condemned the object.
      if (isTaken(error)) return false;
      throw error;
    });
  // After an error it is not known whether a row names it; the sweep finds out.
  if (!isReplaced) await objects.remove(key).catch(() => undefined);
  return isReplaced;
}

/** The claim of this process, renewed before each object. */
class Claim {
  readonly #uploads: Pick<ObjectParts, 'db' | 'now'>;
  #until: number | undefined;

  constructor(uploads: Pick<ObjectParts, 'db' | 'now'>) {
    this.#uploads = uploads;
  }

  async hold(): Promise<boolean> {
    const { db, now } = this.#uploads;
    const until = now() + claimTime;
    const isHeld = await claimCompaction(db, { now: now(), until, held: this.#until });
    this.#until = isHeld ? until : undefined;
    return isHeld;
  }

  async release(): Promise<void> {
    if (this.#until === undefined) return;
    const { db, now } = this.#uploads;
    // If it fails, the claim ends by itself.
    await claimCompaction(db, { now: now(), until: 0, held: this.#until }).catch(() => undefined);
  }
}
