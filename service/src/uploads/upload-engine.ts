import { type AppendResult, appendChunk } from './append-chunk.ts';
import type { Chunk } from './chunk.ts';
import type { SweepOptions } from './chunk-store.ts';
import { sweepUploads, type UploadSweep } from './sweep-uploads.ts';
import type { Uploads } from './uploads.ts';

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
