import { open } from 'node:fs/promises';
import { SourceBlob } from '../../blob/source-blob.ts';
import type { SpooledBlob } from '../spool.ts';
import { throughDraft } from './spool-file.ts';

/**
 * A value in memory that can be made a file. Its memory is the spool's, and is used again when the value is given up: so
 * nobody is handed anything but copies of it.
 */
export class MemoryBlob extends SourceBlob implements SpooledBlob {
  #parts: readonly Uint8Array[] | undefined;
  readonly #giveUp: (parts: readonly Uint8Array[]) => void;

  /** @param giveUp takes the parts back, when the value is given up. */
  constructor(parts: readonly Uint8Array[], size: number, giveUp: (parts: readonly Uint8Array[]) => void) {
    super(size);
    this.#parts = parts;
    this.#giveUp = giveUp;
  }

  override async check(): Promise<void> {
    this.#held();
  }

  override async *pieces(start = 0, end: number = this.size): AsyncGenerator<Uint8Array, void, undefined> {
    let at = 0;
    for (let index = 0; index < this.#held().length && at < end; index++) {
      // Asked for anew: it may have been given up while somebody dealt with the last piece.
      const part = this.#held()[index] as Uint8Array;
      const piece = part.slice(Math.max(start - at, 0), Math.max(end - at, 0));
      at += part.length;
      if (piece.length > 0) yield piece;
    }
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const target = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.#held()) {
      target.set(part, at);
      at += part.length;
    }
    return target;
  }

  async moveTo(path: string): Promise<void> {
    await throughDraft(path, async (draft) => {
      const file = await open(draft, 'wx', 0o600);
      try {
        for await (const piece of this.pieces()) await file.writeFile(piece);
      } finally {
        await file.close();
      }
    });
  }

  async discard(): Promise<void> {
    this.release();
  }

  /** Gives the memory back. The value cannot be read then. */
  release(): void {
    const parts = this.#parts;
    this.#parts = undefined;
    if (parts !== undefined) this.#giveUp(parts);
  }

  #held(): readonly Uint8Array[] {
    if (this.#parts === undefined) throw new Error('The value was discarded when its message was answered.');
    return this.#parts;
  }
}
