import type { LineCounter } from 'yaml';

/** Something wrong in a file, at its place. */
export interface Problem {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A value with its place: the offset in the text, in UTF-16 units. */
export interface Located<T> {
  readonly value: T;
  readonly offset: number;
}

/** All that is wrong with a file, so that it can be said at once. */
export class Problems {
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #list: Problem[] = [];

  constructor(file: string, lines: LineCounter) {
    this.#file = file;
    this.#lines = lines;
  }

  add(offset: number, message: string): void {
    const { line, col } = this.#lines.linePos(offset);
    this.#list.push({ line: Math.max(line, 1), column: Math.max(col, 1), message });
  }

  /** `file:line:column` of an offset. */
  placeOf(offset: number): string {
    const { line, col } = this.#lines.linePos(offset);
    return `${this.#file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  }

  get count(): number {
    return this.#list.length;
  }

  /** @throws {FileProblems} when there are any. */
  throwIfAny(): void {
    if (this.#list.length === 0) return;
    const sorted = [...this.#list].sort((a, b) => a.line - b.line || a.column - b.column);
    throw new FileProblems(this.#file, sorted);
  }
}

/** A file that says what it cannot. The message has a line `file:line:column: …` for each problem. */
export class FileProblems extends Error {
  override readonly name = 'FileProblems';
  readonly file: string;
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    super(problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n'));
    this.file = file;
    this.problems = problems;
  }
}
