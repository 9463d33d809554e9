import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Spool, SpooledValues, SpoolWriter } from '../spool.ts';
import { BLOCK, FileWriter, type WriterContext } from './file-writer.ts';
import type { MemoryBlob } from './memory-blob.ts';
import { type SpoolFile, type SpoolPlace, sweepSpool } from './spool-file.ts';

export interface FileSpoolOptions {
  /**
   * Folder of the larger values, on the volume of their final location, so that `moveTo` is a rename. It is created, for
   * this user only, if it does not exist.
   */
  readonly folder: string;
  /** Bytes of the streamed values of one message that may stay in memory; 2 MiB by default. */
  readonly threshold?: number | undefined;
  /** Bytes of the streamed values of all messages that may stay in memory; 32 MiB by default. */
  readonly memory?: number | undefined;
  /**
   * Called when the disk is full, with the number of bytes that the value may still need. If it returns true, the write is
   * retried once. Otherwise the caller receives 503.
   */
  readonly onFull?: ((bytes: number) => Promise<boolean>) | undefined;
  /** Whether files are encrypted with keys that only this process has; `moveTo` then writes a decrypted copy. */
  readonly encrypt?: boolean | undefined;
  /** Allocates reusable memory, in bytes, which need not be zero; by default any memory. */
  readonly allocate?: ((bytes: number) => Uint8Array<ArrayBuffer>) | undefined;
}

const day = 24 * 3600_000;
const mebibyte = 1024 * 1024;

/** Blocks that are kept for reuse however small the memory is. */
const MIN_SPARES = 96;

/**
 * A spool of files. Files that a killed process left in the folder are removed when a spool is created a day later or more;
 * see `sweepSpool`.
 *
 * @throws {Error} of node:fs when the folder cannot be created.
 */
export function fileSpool(options: FileSpoolOptions): Spool {
  const { folder, threshold = 2 * mebibyte, memory = 32 * mebibyte, onFull = async () => false } = options;
  const { allocate = Buffer.allocUnsafeSlow, encrypt = false } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  sweepSpool(folder, day).catch(() => undefined);
  const shared = new Memory(memory, allocate);
  return { begin: () => new FileValues({ folder, encrypt }, shared, threshold, onFull) };
}

let temporary: Spool | undefined;

/** The spool of servers and clients whose options name none: a folder for temporary files, removed when the process exits. */
export function defaultSpool(): Spool {
  return {
    begin() {
      temporary ??= temporarySpool();
      return temporary.begin();
    },
  };
}

function temporarySpool(): Spool {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-spool-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return fileSpool({ folder });
}

/** The memory of all values of a spool. */
class Memory {
  /** Blocks for reuse. */
  readonly spares: Uint8Array<ArrayBuffer>[] = [];
  readonly maxSpares: number;
  readonly allocate: (bytes: number) => Uint8Array<ArrayBuffer>;
  readonly #most: number;
  #used = 0;

  constructor(most: number, allocate: (bytes: number) => Uint8Array<ArrayBuffer>) {
    this.maxSpares = Math.max(MIN_SPARES, Math.floor(most / BLOCK));
    this.allocate = allocate;
    this.#most = most;
  }

  reserve(bytes: number): boolean {
    if (this.#used + bytes > this.#most) return false;
    this.#used += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }
}

/** The streamed values of one message, and the memory that they use together. */
class FileValues implements SpooledValues, WriterContext {
  readonly place: SpoolPlace;
  readonly onFull: (bytes: number) => Promise<boolean>;
  readonly spares: Uint8Array<ArrayBuffer>[];
  readonly maxSpares: number;
  readonly allocate: (bytes: number) => Uint8Array<ArrayBuffer>;
  readonly #shared: Memory;
  readonly #threshold: number;
  #used = 0;
  #writer: FileWriter | undefined;
  readonly #files: SpoolFile[] = [];
  readonly #inMemory: MemoryBlob[] = [];

  constructor(place: SpoolPlace, shared: Memory, threshold: number, onFull: (bytes: number) => Promise<boolean>) {
    this.place = place;
    this.onFull = onFull;
    this.spares = shared.spares;
    this.maxSpares = shared.maxSpares;
    this.allocate = shared.allocate;
    this.#shared = shared;
    this.#threshold = threshold;
  }

  open(most?: number): SpoolWriter {
    this.#writer = new FileWriter(this, most);
    return this.#writer;
  }

  discard(): Promise<void> | undefined {
    this.release(this.#used);
    for (const blob of this.#inMemory.splice(0)) blob.release();
    const files = this.#files.splice(0);
    return files.length === 0 ? undefined : this.#remove(files);
  }

  /** Memory of a kept value no longer counts. */
  keep(): void {
    this.release(this.#used);
    this.#files.length = 0;
    this.#inMemory.length = 0;
  }

  fits(bytes: number): boolean {
    return this.#used + bytes <= this.#threshold;
  }

  reserve(bytes: number): boolean {
    if (!this.fits(bytes) || !this.#shared.reserve(bytes)) return false;
    this.#used += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#used -= bytes;
    this.#shared.release(bytes);
  }

  addFile(file: SpoolFile): void {
    this.#files.push(file);
  }

  addInMemory(blob: MemoryBlob): void {
    this.#inMemory.push(blob);
  }

  async #remove(files: readonly SpoolFile[]): Promise<void> {
    // A file that is still being created could not be removed.
    await this.#writer?.stop();
    await Promise.all(files.map((file) => file.discard()));
  }
}
