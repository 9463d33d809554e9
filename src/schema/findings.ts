import {
  type Diagnostic,
  type Entry,
  type ParametersOf,
  type Related,
  report,
  type SourceLocation,
} from '../diagnostics/index.ts';
import { Lines } from './lines.ts';
import type { Range } from './node.ts';

/** The text of a file, and the path that diagnostics name it by. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

export interface FindingDetails {
  readonly didYouMean?: { readonly name: string; readonly among: Iterable<string> } | undefined;
  readonly suggestion?: string | undefined;
  readonly related?: readonly { readonly at: Range; readonly message: string }[] | undefined;
}

/** Suggestions are looked for this often; where so much is wrong, they cost more than they help. */
const suggestionsAtMost = 100;

/** What was found wrong with one file so far. */
export class Findings {
  readonly source: Source;
  readonly #lines: Lines;
  /** By kind, place and text: content that aliases repeat is reported once. */
  readonly #found: Map<string, Diagnostic> = new Map();

  constructor(source: Source) {
    this.source = source;
    this.#lines = new Lines(source.text);
  }

  /** `at` is undefined for what concerns the file as a whole. */
  add<E extends Entry>(
    entry: E,
    parameters: ParametersOf<E>,
    at: Range | undefined,
    { didYouMean, suggestion, related = [] }: FindingDetails = {},
  ): void {
    const diagnostic = report(entry, parameters, at === undefined ? { file: this.source.file } : this.place(at), {
      didYouMean: this.#found.size < suggestionsAtMost ? didYouMean : undefined,
      suggestion,
      related: related.map((other): Related => ({ ...this.place(other.at), message: other.message })),
    });
    const key = `${diagnostic.code} ${at?.start} ${diagnostic.message}`;
    if (!this.#found.has(key)) this.#found.set(key, diagnostic);
  }

  /** Takes in what another room found. */
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

  /** Where `part` stands in the range, as it is written there from its `after`th character on; all of it when it does not. */
  within(at: Range, part: string, after: number): Range {
    const start = this.source.text.indexOf(part, at.start + after);
    return start === -1 || start + part.length > at.end ? at : { start, end: start + part.length };
  }

  /** The range as far as its first line goes. */
  place(at: Range): SourceLocation {
    const { text, file } = this.source;
    const newline = text.indexOf('\n', at.start);
    let end = newline === -1 || newline > at.end ? at.end : newline;
    while (end > at.start && (text[end - 1] === '\r' || text[end - 1] === ' ')) end--;
    return { file, ...this.#lines.at(at.start), length: Math.max(1, end - at.start) };
  }
}
