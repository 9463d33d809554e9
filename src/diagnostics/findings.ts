import { type Diagnostic, type Entry, type ParametersOf, type Related, report, type SourceLocation } from './index.ts';

/** Offsets into the text, in UTF-16 code units; `end` is after the last one. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The text of a file, and the path that diagnostics name it by. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

export interface FindingDetails {
  readonly didYouMean?: { readonly name: string; readonly among: Iterable<string> } | undefined;
  readonly suggestion?: string | undefined;
  readonly related?: readonly { readonly at: Range; readonly message: string }[] | undefined;
  /** Another place, which can be in another file. */
  readonly other?: Related | undefined;
}

/** Searching for more suggestions than these costs more than it helps. */
const suggestionsAtMost = 100;

/** The diagnostics of one file. */
export class Findings {
  readonly source: Source;
  readonly #lines: Lines;
  /** By code, position and text: content that aliases repeat is reported once. */
  readonly #found: Map<string, Diagnostic> = new Map();

  constructor(source: Source) {
    this.source = source;
    this.#lines = new Lines(source.text);
  }

  /** `at` is undefined for a diagnostic of the whole file. */
  add<E extends Entry>(
    entry: E,
    parameters: ParametersOf<E>,
    at: Range | undefined,
    { didYouMean, suggestion, related = [], other }: FindingDetails = {},
  ): void {
    const diagnostic = report(entry, parameters, at === undefined ? { file: this.source.file } : this.place(at), {
      didYouMean: this.#found.size < suggestionsAtMost ? didYouMean : undefined,
      suggestion,
      related: [
        ...related.map((one): Related => ({ ...this.place(one.at), message: one.message })),
        ...(other === undefined ? [] : [other]),
      ],
    });
    const key = `${diagnostic.code} ${at?.start} ${diagnostic.message}`;
    if (!this.#found.has(key)) this.#found.set(key, diagnostic);
  }

  /** Adds diagnostics that were created elsewhere. */
  addAll(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) {
      this.#found.set(`${diagnostic.code} ${diagnostic.line}:${diagnostic.column} ${diagnostic.message}`, diagnostic);
    }
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#found.values()];
  }

  get hasErrors(): boolean {
    for (const { severity } of this.#found.values()) if (severity === 'error') return true;
    return false;
  }

  /** The range of `part` in another range, searched from its `after`th character on; the other range if it is not found. */
  within(at: Range, part: string, after: number): Range {
    const start = this.source.text.indexOf(part, at.start + after);
    return start === -1 || start + part.length > at.end ? at : { start, end: start + part.length };
  }

  /** The first line of the range. */
  place(at: Range): SourceLocation {
    const { text, file } = this.source;
    const newline = text.indexOf('\n', at.start);
    let end = newline === -1 || newline > at.end ? at.end : newline;
    while (end > at.start && (text[end - 1] === '\r' || text[end - 1] === ' ')) end--;
    return { file, ...this.#lines.at(at.start), length: Math.max(1, end - at.start) };
  }
}

/** Finds the line and column of an offset. */
class Lines {
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  /** Both are counted from 1; the column in UTF-16 code units. */
  at(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
