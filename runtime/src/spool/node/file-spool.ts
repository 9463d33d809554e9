import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Intake, Spool, SpooledValues } from '../spool.ts';
import { FileIntake } from './file-intake.ts';
import type { MemoryBlob } from './memory-blob.ts';
import { type SpoolFile, sweepSpool } from './spool-file.ts';

export interface FileSpoolOptions {
  /**
   * Where larger values lie while their message is dealt with: on the volume where they are wanted in the end, so that
   * `moveTo` is a rename. It is made when it is not there, for this user alone.
   */
  readonly folder: string;
  /** Bytes of the streamed values of one message that may stay in memory; 2 MiB unless it is given. */
  readonly threshold?: number | undefined;
  /** Bytes of the streamed values of all messages that may stay in memory; 16 MiB unless it is given. */
  readonly memory?: number | undefined;
  /**
   * Asked when the disk is full, with the bytes that the value may still have: answer true when there may be room now, and
   * what could not be written is tried once more. Else, and after that, the caller gets 503.
   */
  readonly onFull?: ((bytes: number) => Promise<boolean>) | undefined;
}

const day = 24 * 3600_000;
const mebibyte = 1024 * 1024;

/**
 * A spool of files. What a killed process left in the folder is removed a day later, when a spool is made on it; see
 * `sweepSpool`.
 *
 * @throws {Error} what node:fs says when the folder cannot be made.
 */
export function fileSpool(options: FileSpoolOptions): Spool {
  const { folder, threshold = 2 * mebibyte, memory = 16 * mebibyte, onFull = async () => false } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  sweepSpool(folder, day).catch(() => undefined);
  const all = new Memory(memory);
  return { begin: () => new FileValues(folder, all, threshold, onFull) };
}

let shared: Spool | undefined;

/** The spool of servers and clients whose options name none: a folder for temporary files, removed when the process exits. */
export function defaultSpool(): Spool {
  return {
    begin() {
      shared ??= temporarySpool();
      return shared.begin();
    },
  };
}

function temporarySpool(): Spool {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-spool-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return fileSpool({ folder });
}

/** Bytes that may be held in memory. */
class Memory {
  readonly spares: Uint8Array<ArrayBuffer>[] = [];
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes so many bytes, if there are as many. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false;
    this.#held += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#held -= bytes;
  }
}

/** The streamed values of one message, and what they may hold in memory together. */
export class FileValues implements SpooledValues {
  readonly folder: string;
  readonly onFull: (bytes: number) => Promise<boolean>;
  /** Blocks of memory that were used, for those that are next. */
  readonly spares: Uint8Array<ArrayBuffer>[];
  readonly #all: Memory;
  readonly #threshold: number;
  #held = 0;
  #intake: FileIntake | undefined;
  readonly #files: SpoolFile[] = [];
  readonly #inMemory: MemoryBlob[] = [];

  constructor(folder: string, all: Memory, threshold: number, onFull: (bytes: number) => Promise<boolean>) {
    this.folder = folder;
    this.onFull = onFull;
    this.spares = all.spares;
    this.#all = all;
    this.#threshold = threshold;
  }

  open(most?: number): Intake {
    this.#intake = new FileIntake(this, most);
    return this.#intake;
  }

  discard(): Promise<void> | undefined {
    this.giveBack(this.#held);
    for (const blob of this.#inMemory.splice(0)) blob.release();
    const files = this.#files.splice(0);
    return files.length === 0 ? undefined : this.#remove(files);
  }

  /** Memory that a value keeps is not the spool's any more. */
  keep(): void {
    this.giveBack(this.#held);
    this.#files.length = 0;
    this.#inMemory.length = 0;
  }

  /** Takes so many bytes of memory, if there are as many. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#threshold || !this.#all.take(bytes)) return false;
    this.#held += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#held -= bytes;
    this.#all.giveBack(bytes);
  }

  /** Takes note of a file, which is removed in the end. */
  add(file: SpoolFile): void {
    this.#files.push(file);
  }

  /** Takes note of a value in memory, which is given up in the end. */
  addInMemory(blob: MemoryBlob): void {
    this.#inMemory.push(blob);
  }

  async #remove(files: readonly SpoolFile[]): Promise<void> {
    // A file that is being made must be there before it can be removed.
    await this.#intake?.stop();
    await Promise.all(files.map((file) => file.discard()));
  }
}
