import type { TailedUpload } from '../../storage/objects/extent-rows.ts';

/** Number of uploads whose row is kept; those of others are read. */
const maxRows = 10_000;

/**
 * Rows of unfinished uploads as the last commits of this process have left them, so that the next chunk of an upload need not
 * read it first. Another process may have changed a row since: whoever uses it commits under the condition that it is
 * unchanged, and reads it when it is not, or when it does not fit the chunk.
 */
export class CommittedUploads {
  readonly #rows = new Map<string, TailedUpload>();

  /** Keeps a row after its commit. */
  keep(upload: TailedUpload): void {
    this.#rows.delete(upload.token_hash);
    this.#rows.set(upload.token_hash, upload);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > maxRows && oldest !== undefined) this.#rows.delete(oldest);
  }

  /** Hands a row to a chunk. @param hashes of its token, under each service key. */
  take(hashes: readonly string[]): TailedUpload | undefined {
    for (const hash of hashes) {
      const upload = this.#rows.get(hash);
      if (upload === undefined) continue;
      this.#rows.delete(hash);
      return upload;
    }
    return undefined;
  }
}
