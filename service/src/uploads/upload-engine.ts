import type { Outbox } from '../hooks/outbox.ts';
import type { Commits } from '../storage/commits.ts';
import type { Admission } from './admission.ts';
import { appendChunk } from './append-chunk.ts';
import type { Chunk } from './chunk.ts';
import { type SweepOptions, sweepUploads, type UploadSweep } from './sweep-uploads.ts';
import type { AppendResult, Uploads } from './uploads.ts';

/** Receives uploads chunk by chunk, and publishes them. */
export interface UploadEngine {
  readonly admission: Admission;
  /** Durable transactions. */
  readonly commits: Commits;
  /** Events of published files; undefined: there are no hooks. */
  readonly outbox: Outbox | undefined;
  /** Unique name of this process. */
  readonly process: string;
  /**
   * Appends a chunk to its upload, or starts an upload. When this returns, bytes and row are durable.
   *
   * @throws {Rejection} when the chunk does not continue the upload, which is unchanged then; `QuotaExceeded`, after which
   *   nothing is left of it.
   * @throws {StorageError} when it cannot be stored; the chunk can be sent again.
   */
  append(chunk: Chunk): Promise<AppendResult>;
  /** Deletes expired uploads and bytes that nothing refers to. Safe at any time, and from several processes at once. */
  sweep(options?: SweepOptions): Promise<UploadSweep>;
  /** Frees so many bytes; false when nothing could be freed. */
  freeUp(bytes: bigint): Promise<boolean>;
}

type Shared = Pick<UploadEngine, 'admission' | 'commits' | 'outbox' | 'process'>;

/** What all engines have of their parts. */
export abstract class EngineOfParts<Parts extends Shared> implements Shared {
  readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  get admission(): Admission {
    return this.parts.admission;
  }

  get commits(): Commits {
    return this.parts.commits;
  }

  get outbox(): Outbox | undefined {
    return this.parts.outbox;
  }

  get process(): string {
    return this.parts.process;
  }
}

/** Uploads into parts on the disk. */
export class DiskUploads extends EngineOfParts<Uploads> implements UploadEngine {
  async append(chunk: Chunk): Promise<AppendResult> {
    return await appendChunk(this.parts, chunk);
  }

  async sweep(options?: SweepOptions): Promise<UploadSweep> {
    return await sweepUploads(this.parts, options);
  }

  async freeUp(bytes: bigint): Promise<boolean> {
    return await this.parts.space.freeUp(bytes);
  }
}
