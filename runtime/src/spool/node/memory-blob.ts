import { type FileHandle, open } from 'node:fs/promises';
import { SourceBlob } from '../../blob/source-blob.ts';
import type { SpooledBlob } from '../spool.ts';
import { writeAtomically } from './spool-file.ts';
import { writeFully } from './write-fully.ts';

/**
 * A value in memory that can be moved to a file. Its blocks are reused when it is released, so `pieces` returns copies;
 * `writeTo` and `keepViews` keep them until they are used.
 */
export class MemoryBlob extends SourceBlob implements SpooledBlob {
  #parts: readonly Uint8Array[] | undefined;
  readonly #onRelease: (parts: readonly Uint8Array[]) => void;
  /** Number of uses for which the blocks are kept after the release. */
  #uses = 0;

  /** @param onRelease receives the parts when the value is released. */
  constructor(parts: readonly Uint8Array[], size: number, onRelease: (parts: readonly Uint8Array[]) => void) {
    super(size);
    this.#parts = parts;
    this.#onRelease = onRelease;
  }

  override async check(): Promise<void> {
    this.#live();
  }

  override async *pieces(start = 0, end: number = this.size): AsyncGenerator<Uint8Array, void, undefined> {
    let at = 0;
    for (let index = 0; index < this.#live().length && at < end; index++) {
      // Checked at each step: the value may have been released since the previous piece.
      const part = this.#live()[index] as Uint8Array;
      const piece = part.slice(Math.max(start - at, 0), Math.max(end - at, 0));
      at += part.length;
      if (piece.length > 0) yield piece;
    }
  }

  override views(start = 0, end: number = this.size): readonly Uint8Array[] {
    let at = 0;
    return this.#live().flatMap((part) => {
      const view = part.subarray(Math.max(start - at, 0), Math.max(end - at, 0));
      at += part.length;
      return view.length > 0 ? [view] : [];
    });
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const target = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.#live()) {
      target.set(part, at);
      at += part.length;
    }
    return target;
  }

  async moveTo(path: string): Promise<void> {
    await writeAtomically(path, async (draft) => {
      const file = await open(draft, 'wx', 0o600);
      try {
        for await (const piece of this.pieces()) await file.writeFile(piece);
      } finally {
        await file.close();
      }
    });
  }

  /**
   * Writes the value at a position of an open file, in one call of the system and without a copy, while it updates a hash
   * with it. The value may be released before this ends.
   *
   * @throws {Error} of node:fs; also when the value was discarded.
   */
  async writeTo(file: FileHandle, position: number, hash?: { update(bytes: Uint8Array): unknown }): Promise<void> {
    const parts = this.#live();
    const end = this.keepViews();
    try {
      const written = writeFully(file, parts, position);
      if (hash !== undefined) for (const part of parts) hash.update(part);
      await written;
    } finally {
      end();
    }
  }

  override keepViews(): () => void {
    const parts = this.#live();
    let isKept = true;
    this.#uses += 1;
    return () => {
      if (!isKept) return;
      isKept = false;
      this.#uses -= 1;
      if (this.#parts === undefined && this.#uses === 0) this.#onRelease(parts);
    };
  }

  async discard(): Promise<void> {
    this.release();
  }

  /** Releases the memory, at the end of its uses. The value cannot be read afterwards. */
  release(): void {
    const parts = this.#parts;
    this.#parts = undefined;
    if (parts !== undefined && this.#uses === 0) this.#onRelease(parts);
  }

  #live(): readonly Uint8Array[] {
    if (this.#parts === undefined) throw new Error('The value was discarded when its message was handled.');
    return this.#parts;
  }
}

/** Whether a Blob is a value of a spool that is in memory. */
export function isInMemory(blob: Blob): blob is MemoryBlob {
  return blob instanceof MemoryBlob;
}
