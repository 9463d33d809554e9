import { type AppendResult, appendChunk } from './append-chunk.ts';
import { cancelByToken, findUpload } from './cancel-upload.ts';
import type { Chunk } from './chunk.ts';
import type { SweepOptions } from './chunk-store.ts';
import { sweepUploads, type UploadSweep } from './sweep-uploads.ts';
import type { Uploads } from './uploads.ts';

/** What is known of an upload. */
export interface HeldUpload {
  readonly bytes: bigint;
  /** Milliseconds since 1970; undefined: it is finished. */
  readonly expiresAt: number | undefined;
}

/** Receives uploads chunk by chunk, and publishes them. */
export class UploadEngine {
  readonly parts: Uploads;

  constructor(parts: Uploads) {
    this.parts = parts;
  }

  /** Appends a chunk to its upload, or starts an upload: see `appendChunk`. */
  async append(chunk: Chunk): Promise<AppendResult> {
    return await appendChunk(this.parts, chunk);
  }

  /** Acknowledged bytes of the upload that a chunk would continue, and when it expires unless finished: see `findUpload`. */
  async held(chunk: Chunk): Promise<HeldUpload> {
    const { held, touched_at, finished_at } = await findUpload(this.parts, chunk);
    return { bytes: held, expiresAt: finished_at === null ? touched_at + this.parts.times.idle : undefined };
  }

  /** Removes the unfinished upload that a chunk would continue: see `cancelByToken`. */
  async cancel(chunk: Chunk): Promise<boolean> {
    return await cancelByToken(this.parts, chunk);
  }

  /** Deletes expired uploads and bytes that nothing refers to. Safe at any time, and from several processes at once. */
  async sweep(options?: SweepOptions): Promise<UploadSweep> {
    return await sweepUploads(this.parts, options);
  }

  /** Frees that number of bytes; false when nothing could be freed. */
  async freeUp(bytes: bigint): Promise<boolean> {
    return await this.parts.space.freeUp(bytes);
  }

  async close(): Promise<void> {
    this.parts.catchUp?.close();
    await this.parts.turns.close();
  }
}
