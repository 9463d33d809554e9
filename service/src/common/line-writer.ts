import { writeSync } from 'node:fs';
import { errorCode } from './storage-error.ts';

/** How long a line may be kept before it is written, in milliseconds. */
const longest = 20;
/** Characters of kept lines that are written at once. */
const maxKept = 64 * 1024;
/** Pause until a full pipe is tried again, in milliseconds. */
const pause = 5;

/** Writes lines to a file descriptor, in their order. Lines to a closed pipe are dropped. */
export class LineWriter {
  readonly #descriptor: number;
  #kept = '';
  #timer: NodeJS.Timeout | undefined;
  #writesOnExit = false;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Writes a line before this returns, after the kept ones. */
  write(line: string): void {
    this.#kept += line;
    this.#flush();
  }

  /** Keeps a line for 20 ms at most, and writes it when the process exits, whatever the reason but a kill. */
  writeSoon(line: string): void {
    this.#kept += line;
    if (this.#kept.length >= maxKept) this.#flush();
    else this.#timer ??= setTimeout(this.#flush, longest).unref();
    if (this.#writesOnExit) return;
    this.#writesOnExit = true;
    process.on('exit', this.#flush);
  }

  readonly #flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let bytes: Uint8Array = Buffer.from(this.#kept);
    this.#kept = '';
    while (bytes.length > 0) bytes = bytes.subarray(writeSome(this.#descriptor, bytes));
  };
}

/** Writes a part of some bytes; returns their number. */
function writeSome(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EPIPE') return bytes.length;
    if (code !== 'EAGAIN' && code !== 'EBUSY') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    return 0;
  }
}
