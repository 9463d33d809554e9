import { open } from 'node:fs/promises';
import { SourceBlob, wrongSize } from '../../blob/source-blob.ts';
import type { SpooledBlob } from '../spooled-blob.ts';
import type { SpoolFile } from './spool-file.ts';

/** Bytes that are read at a time. */
const PIECE = 192 * 1024;

/** A value that lies in a file of the spool. */
export class FileBlob extends SourceBlob implements SpooledBlob {
  readonly #file: SpoolFile;

  constructor(file: SpoolFile, size: number) {
    super(size);
    this.#file = file;
  }

  override async check(): Promise<void> {
    void this.#file.path;
  }

  override async *pieces(start = 0, end: number = this.size): AsyncGenerator<Uint8Array, void, undefined> {
    if (start >= end) return;
    const file = await open(this.#file.path, 'r');
    try {
      const memory = Buffer.allocUnsafeSlow(Math.min(PIECE, end - start));
      for (let at = start; at < end; ) {
        const { bytesRead } = await file.read(memory, 0, Math.min(memory.length, end - at), at);
        if (bytesRead === 0) throw wrongSize(this.size);
        at += bytesRead;
        yield memory.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }

  async moveTo(path: string): Promise<void> {
    await this.#file.moveTo(path);
  }

  async discard(): Promise<void> {
    await this.#file.discard();
  }
}
