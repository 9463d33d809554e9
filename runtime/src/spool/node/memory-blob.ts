import { open } from 'node:fs/promises';
import { SourceBlob } from '../../blob/source-blob.ts';
import type { SpooledBlob } from '../spooled-blob.ts';
import { throughDraft } from './spool-file.ts';

/** A value in memory that can be made a file. It lies where it was decoded to: a Blob of the platform would copy it. */
export class MemoryBlob extends SourceBlob implements SpooledBlob {
  readonly #parts: readonly Uint8Array[];

  constructor(parts: readonly Uint8Array[], size: number) {
    super(size);
    this.#parts = parts;
  }

  override async *pieces(start = 0, end: number = this.size): AsyncGenerator<Uint8Array, void, undefined> {
    let at = 0;
    for (const part of this.#parts) {
      const piece = part.subarray(Math.max(start - at, 0), Math.max(end - at, 0));
      at += part.length;
      if (piece.length > 0) yield piece;
    }
  }

  async moveTo(path: string): Promise<void> {
    await throughDraft(path, async (draft) => {
      const file = await open(draft, 'wx', 0o600);
      try {
        for (const part of this.#parts) await file.writeFile(part);
      } finally {
        await file.close();
      }
    });
  }

  async discard(): Promise<void> {}
}
