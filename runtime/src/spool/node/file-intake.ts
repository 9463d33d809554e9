import { type FileHandle, open } from 'node:fs/promises';
import type { Intake } from '../spool.ts';
import { SpoolFull } from '../spool-full.ts';
import { FileBlob } from './file-blob.ts';
import type { FileValues } from './file-spool.ts';
import { MemoryBlob } from './memory-blob.ts';
import { SpoolFile } from './spool-file.ts';

/** How much is decoded before it is written, a multiple of three, and how many such blocks there are while the disk is at work. */
const BLOCK = 65_535;
const BLOCKS = 6;
/** What a value may take of memory when the other values of its message have had all there is. */
const LEAST = 4_095;

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
  #blocks = 1;
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
    const length = values.hasRoom(BLOCK) ? BLOCK : LEAST;
    // Not zeroed: only what was written to is ever handed on.
    this.#block = Buffer.allocUnsafeSlow(Math.min(inThrees(most), length));
    this.room = this.#block;
  }

  advance(bytes: number): Promise<void> | undefined {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#size += bytes;
    this.room = this.room.subarray(bytes);
    if (this.room.length > 0) return undefined;
    this.#full.push(this.#block);
    if (this.#spoolFile === undefined) {
      if (this.#values.hasRoom(this.#size + BLOCK)) {
        this.#use(this.#fresh());
        return undefined;
      }
      this.#spoolFile = new SpoolFile(this.#values.folder);
      this.#values.add(this.#spoolFile);
    }
    this.#writing ??= this.#write(this.#spoolFile.path);
    const next = this.#free.pop() ?? (this.#blocks < BLOCKS ? this.#fresh() : undefined);
    if (next === undefined) return this.#waitForBlock();
    this.#use(next);
    return undefined;
  }

  async finish(): Promise<Blob> {
    const last = this.#block.subarray(0, this.#block.length - this.room.length);
    if (this.#spoolFile === undefined) {
      this.#values.hold(this.#size);
      return new MemoryBlob([...this.#full, last]);
    }
    this.#full.push(last);
    await this.#writing;
    if (this.#failure === undefined && this.#full.length > 0) await this.#write(this.#spoolFile.path);
    if (this.#failure !== undefined) throw this.#failure.error;
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
    return new FileBlob(this.#spoolFile, this.#size);
  }

  /** Nobody wants the value any more: closes its file, behind the write that runs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#writing;
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => undefined);
  }

  #use(block: Block): void {
    this.#block = block;
    this.room = block;
  }

  #fresh(): Block {
    this.#blocks++;
    return Buffer.allocUnsafeSlow(BLOCK);
  }

  async #waitForBlock(): Promise<void> {
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#use(this.#free.pop() ?? this.#fresh());
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
          if (block.length === BLOCK) this.#free.push(block);
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
