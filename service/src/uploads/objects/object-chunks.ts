import type { Hash } from 'node:crypto';
import { StorageError } from '../../common/storage-error.ts';
import { digestOf, digestSoFar, newHash, uploadOfPart } from '../../storage/content/content-store.ts';
import { insertStagedUpload } from '../../storage/objects/begin-rows.ts';
import {
  appendStaged,
  bytesInObjects,
  releaseExtents,
  type Tail,
  tailAfter,
} from '../../storage/objects/extent-rows.ts';
import { keyPrefixes } from '../../storage/objects/object-store.ts';
import { readUpload } from '../../storage/objects/read-extents.ts';
import { isTaken } from '../../storage/postgres/postgres-errors.ts';
import type { Db } from '../../storage/tables.ts';
import type { Upload } from '../../storage/upload-rows.ts';
import type { ChunkStore, Piece, StagedChunk, StoredBytes, SweptBytes } from '../chunk-store.ts';
import { UploadChanged } from '../turns.ts';
import { noFolderKey } from '../upload-rejections.ts';
import { compactFiles } from './compact-files.ts';
import type { ObjectParts } from './object-parts.ts';
import type { RowTurn, RowTurns } from './row-turns.ts';
import { type StagedBytes, stageBytes } from './stage-bytes.ts';
import { sweepObjects } from './sweep-objects.ts';

/** Number of the 256 prefixes under which each sweep looks for orphans. */
const prefixesOfSweep = 16;

const noTail: Tail = { tailBytes: 0, tailRows: 0 };

/** Bytes of uploads in objects that are written once. A chunk is one object or none, then one conditional commit. */
export class ObjectChunks implements ChunkStore<RowTurn> {
  readonly parts: ObjectParts;
  readonly #turns: RowTurns;
  /** The next prefix to look at; processes begin anywhere. */
  #next = Math.floor(Math.random() * 256);

  constructor(parts: ObjectParts, turns: RowTurns) {
    this.parts = parts;
    this.#turns = turns;
  }

  async begin({ id }: Upload, piece: Piece): Promise<StagedChunk> {
    const bytes = await stageBytes(this.parts, { id, ...noTail }, piece, newHash());
    return this.#chunk(bytes, noTail, async (db, row) => {
      if (!(await insertStagedUpload(db, row, bytes.staged))) throw noFolderKey();
    });
  }

  async stage({ row: before }: RowTurn, piece: Piece, hash: Hash | undefined): Promise<StagedChunk> {
    const bytes = await stageBytes(this.parts, before, piece, hash);
    return this.#chunk(bytes, before, async (db, row) => {
      if (!(await appendStaged(db, before, row, bytes.staged))) throw new UploadChanged();
    });
  }

  #chunk(
    { staged, digest, whole, discard }: StagedBytes,
    tail: Tail,
    write: (db: Db, row: Upload) => Promise<void>,
  ): StagedChunk {
    return {
      whole,
      digest,
      discard,
      async commit(db, row) {
        await write(db, row).catch((error: unknown) => {
          // The sweep has condemned the object: it is stored again under another key.
          throw isTaken(error) ? new UploadChanged('The object was condemned.', { cause: error }) : error;
        });
        if (row.finished_at !== null) await checkWhole(db, row);
      },
      committed: async (row) => {
        if (row.finished_at === null) this.#turns.keepTailed({ ...row, ...tailAfter(tail, staged) });
      },
    };
  }

  /** By the digest of an object, or by reading the bytes. */
  async matches({ id, held }: Upload, { offset, bytes }: Pick<Piece, 'bytes' | 'offset'>): Promise<boolean> {
    const extent = await this.parts.db
      .selectFrom('extents')
      .select('digest')
      .where('upload_id', '=', id)
      .where('at', '=', offset)
      .where('size', '=', held - offset)
      .executeTakeFirst();
    const given = await digestOf(bytes);
    if (extent !== undefined) return extent.digest === given;
    const hash = newHash();
    for await (const piece of readUpload(this.parts, id, offset, held)) hash.update(piece);
    return digestSoFar(hash) === given;
  }

  read({ id }: StoredBytes, from: bigint, to: bigint): AsyncIterable<Uint8Array> {
    return readUpload(this.parts, id, from, to);
  }

  async release(transaction: Db, parts: readonly string[]): Promise<void> {
    const { now, keep } = this.parts;
    for (const part of parts) await releaseExtents(transaction, uploadOfPart(part), now() + keep);
  }

  /** Objects were released with their rows, or are by the sweep. No disk has them. */
  async remove(): Promise<bigint> {
    return 0n;
  }

  async sweep(): Promise<SweptBytes> {
    const prefixes = keyPrefixes(this.parts.site);
    const some = Array.from(
      { length: prefixesOfSweep },
      (_, index) => prefixes[(this.#next + index) % prefixes.length] ?? '',
    );
    this.#next += prefixesOfSweep;
    const swept = await sweepObjects(this.parts, some);
    await compactFiles(
      this.parts,
      some.map((prefix) => prefix.slice(0, 2)),
    );
    return swept;
  }
}

/** A file is published only when its objects have all of its bytes. */
async function checkWhole(transaction: Db, { id, held }: Upload): Promise<void> {
  const bytes = await bytesInObjects(transaction, id);
  if (bytes !== held)
    throw new StorageError('failed', `The objects of upload ${id} have ${bytes} of its ${held} bytes.`);
}
