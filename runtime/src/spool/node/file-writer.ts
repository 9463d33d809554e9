import { type FileHandle, open } from 'node:fs/promises';
import { ALWAYS_IN_MEMORY, SpoolFull, type SpoolWriter } from '../spool.ts';

import { MemoryBlob } from './memory-blob.ts';
import { FileBlob, SpoolFile, type SpoolPlace } from './spool-file.ts';
import { writeFully } from './write-fully.ts';

/** Bytes of a block: a multiple of three and of 4,096, the size of a page, that holds a value of 64 KiB. */
export const BLOCK: number = 72 * 1024;
/** From this many bytes on a value gets a block for reuse, instead of memory that was not used before. */
const REUSED = BLOCK / 4;
/** Blocks of a value while it is written to disk. */
const BLOCKS = 4;

type Block = Uint8Array<ArrayBuffer>;

/** The part of a message's values that a writer needs. */
export interface WriterContext {
  readonly place: SpoolPlace;
  /** Blocks for reuse. */
  readonly spares: Block[];
  /** Most blocks that are kept for reuse: allocating them by the megabyte keeps the garbage collector busy. */
  readonly maxSpares: number;
  /** As `FileSpoolOptions.allocate`, for a block. */
  allocate(bytes: number): Block;
  /** As `FileSpoolOptions.onFull`. */
  onFull(bytes: number): Promise<boolean>;
  /** Whether the limit of a message allows `bytes` more in memory. */
  fits(bytes: number): boolean;
  /** Reserves memory. @returns false when there is not enough. */
  reserve(bytes: number): boolean;
  release(bytes: number): void;
  /** Registers a file, which is removed with the values. */
  addFile(file: SpoolFile): void;
  /** Registers a value in memory, which is released with the values. */
  addInMemory(blob: MemoryBlob): void;
}

/** Writes one value: to memory while some is left, then to a file. */
export class FileWriter implements SpoolWriter {
  buffer: Block;
  readonly #values: WriterContext;
  /** Maximum number of bytes of the value. */
  readonly #most: number;
  /** Whether all of it may stay in memory. One that is too long takes no memory from others. */
  readonly #mayFit: boolean;
  #block: Block;
  /** Blocks to be written, in order. */
  #full: Block[] = [];
  /** Blocks that were written. */
  readonly #free: Block[] = [];
  #blocks = 0;
  /** Bytes of memory that were reserved for it. */
  #reserved = 0;
  #size = 0;
  #written = 0;
  #spoolFile: SpoolFile | undefined;
  #file: FileHandle | undefined;
  #writing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #stopped = false;

  constructor(values: WriterContext, most: number = BLOCK) {
    this.#values = values;
    this.#most = most;
    this.#mayFit = values.fits(most);
    const wanted = most < REUSED ? roundUp(most) : BLOCK;
    const length = this.#reserve(wanted) ? wanted : Math.min(wanted, ALWAYS_IN_MEMORY);
    // Not zeroed: only written bytes are ever read, as a copy.
    this.#block = length === BLOCK ? this.#spare() : Buffer.allocUnsafeSlow(length);
    this.buffer = this.#block;
  }

  advance(bytes: number): Promise<void> | undefined {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#size += bytes;
    this.buffer = this.buffer.subarray(bytes);
    if (this.buffer.length > 0) return undefined;
    this.#full.push(this.#block);
    if (this.#spoolFile === undefined) {
      if (this.#mayFit && this.#reserve(BLOCK)) {
        this.#use(this.#spare());
        return undefined;
      }
      this.#spoolFile = new SpoolFile(this.#values.place);
      this.#values.addFile(this.#spoolFile);
      // From now on the value uses a few blocks in turn.
      this.#values.release(this.#reserved);
    }
    this.#writing ??= this.#write(this.#spoolFile.path);
    const next = this.#free.pop() ?? (this.#blocks < BLOCKS ? this.#spare() : undefined);
    if (next === undefined) return this.#waitForBlock();
    this.#use(next);
    return undefined;
  }

  finish(): Blob | Promise<Blob> {
    const last = this.#block.subarray(0, this.#block.length - this.buffer.length);
    if (this.#spoolFile === undefined) {
      const blocks = [...this.#full, this.#block];
      const blob = new MemoryBlob([...this.#full, last], this.#size, () => {
        for (const block of blocks) this.#recycle(block);
      });
      this.#values.addInMemory(blob);
      return blob;
    }
    this.#full.push(last);
    return this.#finishFile(this.#spoolFile);
  }

  async #finishFile(spoolFile: SpoolFile): Promise<Blob> {
    await this.#writing;
    if (this.#failure === undefined && this.#full.length > 0) await this.#write(spoolFile.path);
    if (this.#failure !== undefined) throw this.#failure.error;
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
    for (const block of this.#free.splice(0)) this.#recycle(block);
    this.#recycle(this.#block);
    return new FileBlob(spoolFile, this.#size);
  }

  /** Stops writing, since the value is discarded: closes its file after the current write. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#writing;
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => undefined);
  }

  #reserve(bytes: number): boolean {
    if (!this.#values.reserve(bytes)) return false;
    this.#reserved += bytes;
    return true;
  }

  #use(block: Block): void {
    this.#block = block;
    this.buffer = block;
  }

  /** A block for use, possibly with old content. */
  #spare(): Block {
    this.#blocks++;
    return this.#values.spares.pop() ?? this.#values.allocate(BLOCK);
  }

  /** Makes a block that is no longer read available for reuse. */
  #recycle(block: Block): void {
    if (block.length === BLOCK && this.#values.spares.length < this.#values.maxSpares) this.#values.spares.push(block);
  }

  async #waitForBlock(): Promise<void> {
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#use(this.#free.pop() ?? this.#spare());
  }

  /** Writes the full blocks, and those that fill up during this; never rejects. */
  async #write(path: string): Promise<void> {
    try {
      while (this.#full.length > 0 && !this.#stopped) {
        const blocks = this.#full;
        this.#full = [];
        const written = this.#spoolFile?.encrypted(blocks) ?? blocks;
        await this.#writeBlocks(path, written).catch(async (error: NodeJS.ErrnoException) => {
          if (!isFull(error)) throw error;
          const left = Math.max(this.#most, this.#size) - this.#written;
          if (this.#stopped || !(await this.#values.onFull(left))) throw new SpoolFull('the disk is full');
          await this.#writeBlocks(path, written);
        });
        for (const block of blocks) {
          this.#written += block.length;
          if (this.#free.length < BLOCKS && block.length === BLOCK) this.#free.push(block);
          else this.#recycle(block);
        }
      }
    } catch (error) {
      this.#failure = { error: isFull(error) ? new SpoolFull('the disk is full') : error };
    }
    this.#writing = undefined;
  }

  async #writeBlocks(path: string, blocks: readonly Uint8Array[]): Promise<void> {
    this.#file ??= await open(path, 'wx', 0o600);
    await writeFully(this.#file, blocks, this.#written);
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** Rounds up to a multiple of three. */
function roundUp(bytes: number): number {
  return Math.max(Math.ceil(bytes / 3), 1) * 3;
}
