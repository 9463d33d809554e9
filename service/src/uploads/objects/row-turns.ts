import { type TailedUpload, tailedUploadByToken } from '../../storage/objects/extent-rows.ts';
import type { Db } from '../../storage/tables.ts';
import type { Upload } from '../../storage/upload-rows.ts';
import { noLease, type Turn, type Turns } from '../turns.ts';
import { unknownUpload } from '../upload-rejections.ts';

/** Number of uploads whose row is kept; those of others are read. */
const maxRows = 10_000;

/**
 * Turns without leases, where no caller changes bytes of another one: a commit fails unless the row is as it was read.
 *
 * Rows of unfinished uploads are kept as the last commits of this process have left them, so that the next chunk of an
 * upload need not read it first.
 */
export class RowTurns implements Turns<RowTurn> {
  readonly #db: Db;
  /** By the hash of the token. */
  readonly #rows = new Map<string, TailedUpload>();

  constructor(db: Db) {
    this.#db = db;
  }

  async find(hashes: readonly string[], fits: (row: Upload) => boolean): Promise<TailedUpload | undefined> {
    const known = this.#taken(hashes);
    // Of any other chunk the row is read: it may not be what this process has committed last.
    if (known !== undefined && fits(known)) return known;
    return await tailedUploadByToken.firstOf(
      this.#db,
      hashes.map((hash) => ({ hash })),
    );
  }

  async take(row: TailedUpload): Promise<RowTurn> {
    return new RowTurn(this.#db, row);
  }

  columns(): typeof noLease {
    return noLease;
  }

  keep(): void {}

  /** Keeps a row after its commit. */
  keepTailed(upload: TailedUpload): void {
    this.#rows.delete(upload.token_hash);
    this.#rows.set(upload.token_hash, upload);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > maxRows && oldest !== undefined) this.#rows.delete(oldest);
  }

  /** A commit is durable when those before it are: on the standby, too. */
  async confirm({ id, touched_at }: Upload): Promise<void> {
    const done = await this.#db.updateTable('uploads').set({ touched_at }).where('id', '=', id).executeTakeFirst();
    if (done.numUpdatedRows !== 1n) throw unknownUpload();
  }

  async close(): Promise<void> {}

  #taken(hashes: readonly string[]): TailedUpload | undefined {
    const hash = hashes.find((each) => this.#rows.has(each)) ?? '';
    const upload = this.#rows.get(hash);
    this.#rows.delete(hash);
    return upload;
  }
}

/** An upload as it was read. */
export class RowTurn implements Turn<TailedUpload> {
  readonly row: TailedUpload;
  readonly #db: Db;

  constructor(db: Db, row: TailedUpload) {
    this.#db = db;
    this.row = row;
  }

  async delete(transaction: Db): Promise<boolean> {
    const done = await transaction
      .deleteFrom('uploads')
      .where('id', '=', this.row.id)
      .where('held', '=', this.row.held)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    return done.numDeletedRows === 1n;
  }

  async fail(error: unknown, { touched_at }: Partial<Upload>): Promise<unknown> {
    if (touched_at !== undefined) {
      const unfinished = this.#db.updateTable('uploads').where('finished_at', 'is', null);
      await unfinished.set({ touched_at }).where('id', '=', this.row.id).execute();
    }
    return error;
  }

  end(): void {}
}
