import type { WriteStream } from 'node:tty';
import { columnsOf } from './upload-text.ts';

/** Milliseconds between two drawings. */
const every = 100;

/**
 * Lines at the end of a terminal that are drawn again and again. The cursor stays visible behind them, so that nothing has
 * to be restored when the process is killed.
 */
export class ProgressScreen {
  readonly #stream: WriteStream;
  readonly #lines: () => readonly string[];
  readonly #timer: NodeJS.Timeout;
  #drawn: readonly string[] = [];
  #isClosed = false;

  /** @param lines called for each drawing: lines that fit the terminal. */
  constructor(stream: WriteStream, lines: () => readonly string[]) {
    this.#stream = stream;
    this.#lines = lines;
    this.#timer = setInterval(() => this.draw(), every);
    this.#timer.unref();
  }

  draw(): void {
    if (this.#isClosed) return;
    const lines = this.#lines();
    const isSame = lines.length === this.#drawn.length && lines.every((line, i) => line === this.#drawn[i]);
    if (isSame) return;
    // One write, so that no terminal shows a part of it.
    this.#stream.write(`${this.#toStart()}${lines.map((line) => `${line}\u001b[K`).join('\n')}\u001b[J`);
    this.#drawn = lines;
  }

  /** Removes the lines until the next drawing. */
  clear(): void {
    if (this.#drawn.length > 0) this.#stream.write(`${this.#toStart()}\u001b[J`);
    this.#drawn = [];
  }

  /** Prints a line above the others. */
  print(line: string): void {
    this.clear();
    this.#stream.write(`${line}\n`);
    this.draw();
  }

  /** Removes the lines for good. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.clear();
  }

  /** Moves the cursor to the start of the drawn lines, which a narrower terminal has broken into more rows. */
  #toStart(): string {
    const columns = Math.max(1, this.#stream.columns);
    const rows = this.#drawn.map((line) => Math.max(1, Math.ceil(columnsOf(line) / columns)));
    const up = rows.reduce((sum, each) => sum + each, 0) - 1;
    return up > 0 ? `\r\u001b[${up}A` : '\r';
  }
}
