import { closeSync, mkdtempSync, openSync, readSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** So much lies in memory before anything goes to a file, in bytes: what a contract of 1,000 operations comes to. */
const inMemory = 32 * 2 ** 20;

/**
 * Where bytes lie until all files of a run are made: nothing is written unless all of it can be. Those of a large
 * contract lie in a temporary file without a name, of which nothing is left however the process ends.
 */
export class Spool {
  readonly #largest: number;
  #held = 0;
  #file: number | undefined;
  #end = 0;
  #isFull = false;

  /** @param largest so many bytes are held in memory. */
  constructor(largest: number = inMemory) {
    this.#largest = largest;
  }

  /** Takes bytes; answers with what gives them back, as long as the spool is open. */
  add(bytes: Buffer): () => Buffer {
    if (this.#held + bytes.length > this.#largest && this.#write(bytes)) {
      const { length } = bytes;
      const start = this.#end - length;
      return () => this.#read(start, length);
    }
    this.#held += bytes.length;
    return () => bytes;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#isFull = true;
  }

  /** False where there is no room: then they stay in memory. */
  #write(bytes: Buffer): boolean {
    if (this.#isFull) return false;
    try {
      this.#file ??= unnamedFile();
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#end + done);
      }
      this.#end += bytes.length;
      return true;
    } catch {
      this.#isFull = true;
      return false;
    }
  }

  #read(start: number, length: number): Buffer {
    if (this.#file === undefined) throw new TypeError('The spool is closed.');
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.#file, bytes, done, length - done, start + done);
      if (read === 0) throw new TypeError('The spool has become shorter.');
      done += read;
    }
    return bytes;
  }
}

function unnamedFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-'));
  const path = join(folder, 'spool');
  const file = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
    rmdirSync(folder);
  } catch {
    // Where open files cannot be removed, it stays among the temporary ones.
  }
  return file;
}
