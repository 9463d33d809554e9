import type { Chunk } from './send-chunk.ts';

/** Reads the next chunk while another one is sent: at most one, so that an upload holds two chunks in memory. */
export class ReadAhead {
  readonly #read: (offset: number, length: number) => Promise<Chunk>;
  #next: { readonly offset: number; readonly length: number; readonly chunk: Promise<Chunk> } | undefined;

  constructor(read: (offset: number, length: number) => Promise<Chunk>) {
    this.#read = read;
  }

  /** Length that was asked for; undefined when nothing is read ahead. */
  get length(): number | undefined {
    return this.#next?.length;
  }

  /** The chunk that is read ahead. @throws what reading it throws. */
  get chunk(): Promise<Chunk | undefined> {
    return this.#next?.chunk ?? Promise.resolve(undefined);
  }

  /** Begins to read, unless it has begun. */
  begin(offset: number, length: number): void {
    if (this.#next !== undefined) return;
    const chunk = this.#read(offset, length);
    // An error counts only where the chunk is needed.
    chunk.catch(() => undefined);
    this.#next = { offset, length, chunk };
  }

  /**
   * Returns the chunk at an offset if it was read ahead and is not too long, and forgets it. When this returns, no read
   * is in progress.
   *
   * @throws what reading it has thrown.
   */
  async take(offset: number, most: number): Promise<Chunk | undefined> {
    const next = this.#next;
    this.#next = undefined;
    if (next === undefined) return undefined;
    if (next.offset === offset && next.length <= most) return await next.chunk;
    await next.chunk.catch(() => undefined);
    return undefined;
  }
}
