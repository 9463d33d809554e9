import { indentOf, isBlank, withoutTrailingSpaces } from './white-space.ts';

/** The lines of a text that is formatted: it knows which line breaks the source had, and where comments were. */
export class LineWriter {
  readonly #source: string;
  readonly #lines: string[] = [];
  #line = '';
  /** Line breaks of the source since its last word. */
  #breaks = 0;
  /** Whether the line ends with a comment, so that the next word needs a new line. */
  #isClosed = false;

  constructor(source: string) {
    this.#source = source;
  }

  /** The column at which the next word of the line begins, counted from 0. */
  get column(): number {
    return this.#line.length;
  }

  /** Whether the line holds nothing before a column but the marks of list items and explicit keys. */
  beginsAt(column: number): boolean {
    return this.#line.length === column && !this.#isClosed && /^ *(?:[-?] )*$/.test(this.#line);
  }

  /** Whether the next word needs a new line. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The source has a line break here. */
  break(): void {
    this.#breaks++;
  }

  /** The source has empty lines here that are not kept. */
  dropEmptyLines(): void {
    this.#breaks = Math.min(this.#breaks, 1);
  }

  /** Begins a line, after at most one empty line where the source has some. */
  startLine(indent: number): void {
    if (!isBlank(this.#line) || this.#isClosed) this.#endLine();
    if (this.#breaks > 1 && this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
    this.#breaks = 0;
    this.#line = ' '.repeat(indent);
  }

  /** Adds text to the line. */
  write(text: string): void {
    this.#line += text;
    this.#breaks = 0;
  }

  /** Adds text after a space, unless the line begins with it. */
  word(text: string): void {
    this.write(/^$|[ \t]$/.test(this.#line) ? text : ` ${text}`);
  }

  /** Adds a line of a scalar, to which more can be added. */
  writeLine(line: string): void {
    this.#lines.push(this.#line);
    this.#line = line;
  }

  /** Adds lines as they are. @param breaks line breaks of the source after them. */
  writeLines(lines: readonly string[], breaks: number): void {
    this.#endLine();
    this.#lines.push(...lines);
    this.#breaks = breaks;
  }

  /** Adds a comment at the end of the line, or on a line of its own. @param offset of the comment in the source. */
  comment(text: string, offset: number, indent: number): void {
    if (this.#breaks > 0 || isBlank(this.#line) || this.#isClosed) {
      this.startLine(indent);
      this.write(text);
    } else {
      this.write(`${' '.repeat(this.#gapBefore(offset))}${text}`);
    }
    this.#isClosed = true;
  }

  /** The text, with the line break at its end. */
  finish(): string {
    if (!isBlank(this.#line)) this.#endLine();
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  #endLine(): void {
    this.#lines.push(withoutTrailingSpaces(this.#line));
    this.#line = '';
    this.#isClosed = false;
  }

  /** Spaces before a comment: one where the source has one, otherwise enough to keep aligned comments aligned. */
  #gapBefore(offset: number): number {
    const lineStart = this.#source.lastIndexOf('\n', offset - 1) + 1;
    const before = this.#source.slice(lineStart, offset);
    const gap = before.length - withoutTrailingSpaces(before).length;
    if (gap < 2) return 1;
    return Math.max(1, before.length - indentOf(before) + indentOf(this.#line) - this.#line.length);
  }
}
