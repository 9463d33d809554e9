import type { Db } from '../storage/tables.ts';
import type { Upload } from '../storage/upload-rows.ts';

/** A caller's turn to append to an upload. */
export interface Turn<Row extends Upload = Upload> {
  /** The unfinished upload as it was read. If another caller changes it, the commit of this one fails. */
  readonly row: Row;
  /** Deletes the row; false when another caller has changed it. */
  delete(transaction: Db): Promise<boolean>;
  /**
   * Called after a failure.
   *
   * @param changed columns to write, unless another caller has changed the upload.
   * @returns the error for the caller.
   */
  fail(error: unknown, changed: Partial<Upload>): Promise<unknown>;
  /** Called at the end of each turn. */
  end(): void;
}

/** Columns of a row without a lease. */
export const noLease: Pick<Upload, 'lease_owner' | 'lease_until'> = { lease_owner: null, lease_until: null };

/** Keeps callers of one upload apart, in all processes. Those of one process come one after the other. */
export interface Turns<Mine extends Turn = Turn> {
  /**
   * Finds an upload by the hashes of its token, under each service key.
   *
   * @param fits whether a row that was not read now will do.
   */
  find(hashes: readonly string[], fits: (row: Upload) => boolean): Promise<Mine['row'] | undefined>;
  /**
   * Takes a turn, or waits for one.
   *
   * @throws {UploadChanged} when it was finished since; `UploadBusy`, `UploadUnknown`.
   */
  take(row: Mine['row']): Promise<Mine>;
  /** What the commit of a chunk that is not the last writes about the next turn. */
  columns(): Pick<Upload, 'lease_owner' | 'lease_until'>;
  /** Called after a commit with these columns. */
  keep(row: Upload): void;
  /** Returns once it is durable that an upload is finished, which another caller may just have committed. */
  confirm(row: Upload): Promise<void>;
  close(): Promise<void>;
}

/** Another caller has changed an upload since it was read: the chunk is judged again. */
export class UploadChanged extends Error {
  override readonly name = 'UploadChanged';
}
