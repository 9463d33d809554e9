import { type FileHandle, open } from 'node:fs/promises';
import { ALWAYS_IN_MEMORY, type Intake, SpoolFull } from '../spool.ts';

import type { FileValues } from './file-spool.ts';
import { MemoryBlob } from './memory-blob.ts';
import { FileBlob, SpoolFile } from './spool-file.ts';

/** How much is decoded before it is written, a multiple of three, and how many such blocks there are while the disk is at work. */
const BLOCK = 65_535;
const BLOCKS = 4;
/** How many blocks are kept for the next ones: memory that comes and goes by the megabyte keeps the collector busy. */
const SPARES = 96;

type Block = Uint8Array<ArrayBuffer>;

/** Takes in one value: in memory while there is room for it, then in a file. */
export class FileIntake implements Intake {
  room: Block;
  readonly #values: FileValues;
  /** Bytes that the value may have. */
  readonly #most: number;
  #block: Block;
  /** Blocks that are full, in order. */
  #full: Block[] = [];
  /** Blocks that were written. */
  readonly #free: Block[] = [];
  #blocks = 0;
  /** Bytes of memory that were taken for it. */
  #taken = 0;
  #size = 0;
  #written = 0;
  #spoolFile: SpoolFile | undefined;
  #file: FileHandle | undefined;
  #writing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #stopped = false;

  constructor(values: FileValues, most: number = BLOCK) {
    this.#values = values;
    this.#most = most;
    const wanted = Math.min(inThrees(most), BLOCK);
    const length = this.#take(wanted) ? wanted : Math.min(wanted, ALWAYS_IN_MEMORY);
    // Not zeroed: only what was written to is ever handed on, as a copy.
    this.#block = length === BLOCK ? this.#spare() : Buffer.allocUnsafeSlow(length);
    this.room = this.#block;
  }

  advance(bytes: number): Promise<void> | undefined {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#size += bytes;
    this.room = this.room.subarray(bytes);
    if (this.room.length > 0) return undefined;
    this.#full.push(this.#block);
    if (this.#spoolFile === undefined) {
      if (this.#take(BLOCK)) {
        this.#use(this.#spare());
        return undefined;
      }
      this.#spoolFile = new SpoolFile(this.#values.folder);
      this.#values.add(this.#spoolFile);
      // What was held becomes the few blocks that all go through.
      this.#values.giveBack(this.#taken);
    }
    this.#writing ??= this.#write(this.#spoolFile.path);
    const next = this.#free.pop() ?? (this.#blocks < BLOCKS ? this.#spare() : undefined);
    if (next === undefined) return this.#waitForBlock();
    this.#use(next);
    return undefined;
  }

  finish(): Blob | Promise<Blob> {
    const last = this.#block.subarray(0, this.#block.length - this.room.length);
    if (this.#spoolFile === undefined) {
      const blocks = [...this.#full, this.#block];
      const blob = new MemoryBlob([...this.#full, last], this.#size, () => {
        for (const block of blocks) this.#giveUp(block);
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
    for (const block of this.#free.splice(0)) this.#giveUp(block);
    this.#giveUp(this.#block);
    return new FileBlob(spoolFile, this.#size);
  }

  /** Nobody wants the value any more: closes its file, behind the write that runs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#writing;
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => undefined);
  }

  #take(bytes: number): boolean {
    if (!this.#values.take(bytes)) return false;
    this.#taken += bytes;
    return true;
  }

  #use(block: Block): void {
    this.#block = block;
    this.room = block;
  }

  /** A block that others may have used. */
  #spare(): Block {
    this.#blocks++;
    return this.#values.spares.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
  }

  /** Gives up a block that nobody reads any more. */
  #giveUp(block: Block): void {
    if (block.length === BLOCK && this.#values.spares.length < SPARES) this.#values.spares.push(block);
  }

  async #waitForBlock(): Promise<void> {
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#use(this.#free.pop() ?? this.#spare());
  }

  /** Writes what is full, and what becomes full meanwhile; never rejects. */
  async #write(path: string): Promise<void> {
    try {
      while (this.#full.length > 0 && !this.#stopped) {
        const blocks = this.#full;
        this.#full = [];
        await this.#writeBlocks(path, blocks).catch(async (error: NodeJS.ErrnoException) => {
          if (!isFull(error)) throw error;
          const left = Math.max(this.#most, this.#size) - this.#written;
          if (this.#stopped || !(await this.#values.onFull(left))) throw new SpoolFull('the disk is full');
          await this.#writeBlocks(path, blocks);
        });
        for (const block of blocks) {
          this.#written += block.length;
          if (this.#free.length < BLOCKS && block.length === BLOCK) this.#free.push(block);
          else this.#giveUp(block);
        }
      }
    } catch (error) {
      this.#failure = { error: isFull(error) ? new SpoolFull('the disk is full') : error };
    }
    this.#writing = undefined;
  }

  async #writeBlocks(path: string, blocks: readonly Block[]): Promise<void> {
    this.#file ??= await open(path, 'wx', 0o600);
    await writeFully(this.#file, blocks, this.#written);
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** At least so many bytes, as a multiple of three. */
function inThrees(bytes: number): number {
  return Math.max(Math.ceil(bytes / 3), 1) * 3;
}

/** One call may write less than it was given. */
async function writeFully(file: FileHandle, blocks: readonly Block[], position: number): Promise<void> {
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  const { bytesWritten } = await file.writev(blocks, position);
  if (bytesWritten === length) return;
  let skip = bytesWritten;
  let at = position;
  for (const block of blocks) {
    for (let done = Math.min(skip, block.length); done < block.length; ) {
      done += (await file.write(block, done, block.length - done, at + done)).bytesWritten;
    }
    skip = Math.max(0, skip - block.length);
    at += block.length;
  }
}
