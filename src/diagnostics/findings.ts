import type { Diagnostic, Edit, Related, SourceLocation } from './diagnostic.ts';
import { completeLocation, type Entry, type ParametersOf, report } from './report.ts';

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
  /** Changes of this file that correct it. By default the suggestion replaces the unknown name. */
  readonly edits?: readonly Replacement[] | undefined;
  /** The same message at further places is one mistake: they are listed with the first one. */
  readonly once?: boolean | undefined;
}

/** A new text for a range. An empty range inserts it. */
export interface Replacement {
  readonly at: Range;
  readonly text: string;
}

/** Searching for more suggestions than these costs more than it helps. */
const suggestionsAtMost = 100;

/** The diagnostics of one file. */
export class Findings {
  readonly source: Source;
  readonly #lines: Lines;
  /** By code, position and text: content that aliases repeat is reported once. */
  readonly #found: Map<string, Diagnostic> = new Map();
  /** Edits that correct further places of a mistake, by its key in `#found`. */
  readonly #repeatedEdits: Map<string, Edit[]> = new Map();

  #forgiven: ReadonlySet<string> | undefined;

  constructor(source: Source) {
    this.source = source;
    this.#lines = new Lines(source.text);
  }

  /** From now on, errors with these codes are warnings. */
  forgive(codes: ReadonlySet<string>): void {
    this.#forgiven = codes;
  }

  get isForgiving(): boolean {
    return this.#forgiven !== undefined;
  }

  /** Whether searching for a suggestion is worthwhile. */
  get canSuggest(): boolean {
    return this.#found.size < suggestionsAtMost;
  }

  #softened(diagnostic: Diagnostic): Diagnostic {
    return this.#forgiven?.has(diagnostic.code) ? { ...diagnostic, severity: 'warning', exit: 0 } : diagnostic;
  }

  /** `at` is undefined for a diagnostic of the whole file. */
  add<E extends Entry>(
    entry: E,
    parameters: ParametersOf<E>,
    at: Range | undefined,
    { didYouMean, suggestion, related = [], other, edits = [], once = false }: FindingDetails = {},
  ): void {
    const key = once ? `${entry.code} ${Object.values(parameters).join(' ')}` : undefined;
    const first = key === undefined ? undefined : this.#found.get(key);
    if (key !== undefined && first !== undefined && at !== undefined) {
      const { edits: _, ...same } = first;
      const place = this.place(at);
      if (first.line === place.line && first.column === place.column) return;
      this.#found.set(key, withPlace(first, place));
      const { edits: more = [] } = this.#corrected({ ...same, ...place }, at, didYouMean?.name);
      const repeated = this.#repeatedEdits.get(key);
      if (repeated === undefined) this.#repeatedEdits.set(key, [...more]);
      else repeated.push(...more);
      return;
    }
    const found = report(entry, parameters, at === undefined ? { file: this.source.file } : this.place(at), {
      didYouMean: this.canSuggest ? didYouMean : undefined,
      suggestion,
      related: [
        ...related.map((one): Related => ({ ...this.place(one.at), message: one.message })),
        ...(other === undefined ? [] : [other]),
      ],
      edits: edits.map((edit) => this.#edit(edit)),
    });
    const diagnostic = edits.length > 0 || at === undefined ? found : this.#corrected(found, at, didYouMean?.name);
    const own = key ?? `${diagnostic.code} ${at?.start} ${diagnostic.message}`;
    if (!this.#found.has(own)) this.#found.set(own, this.#softened(diagnostic));
  }

  /** Adds diagnostics that were created elsewhere. */
  addAll(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) {
      this.#found.set(
        `${diagnostic.code} ${diagnostic.line}:${diagnostic.column} ${diagnostic.message}`,
        this.#softened(diagnostic),
      );
    }
  }

  get diagnostics(): readonly Diagnostic[] {
    return Array.from(this.#found, ([key, diagnostic]) => {
      const repeated = this.#repeatedEdits.get(key);
      return diagnostic.edits && repeated ? { ...diagnostic, edits: [...diagnostic.edits, ...repeated] } : diagnostic;
    });
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

  /** The range without white space at its end; the length is that of its first line. */
  place(at: Range): SourceLocation {
    const { text, file } = this.source;
    const start = this.#lines.at(at.start);
    const newline = text.indexOf('\n', at.start);
    const isOneLine = newline === -1 || newline >= at.end;
    const end = this.#trimmed(at.start, isOneLine ? at.end : newline);
    const length = Math.max(1, end - at.start);
    if (isOneLine) return { file, ...start, length, endLine: start.line, endColumn: start.column + length };
    const last = this.#lines.at(Math.max(this.#trimmed(at.start, at.end), at.start + length));
    return { file, ...start, length, endLine: last.line, endColumn: last.column };
  }

  #trimmed(start: number, end: number): number {
    const { text } = this.source;
    let at = end;
    while (at > start && (text[at - 1] === '\r' || text[at - 1] === '\n' || text[at - 1] === ' ')) at--;
    return at;
  }

  #edit({ at, text }: Replacement): Edit {
    const end = this.#lines.at(at.end);
    return { file: this.source.file, ...this.#lines.at(at.start), endLine: end.line, endColumn: end.column, text };
  }

  /** With the edit that replaces the unknown name, which is the whole range by default, by the suggestion. */
  #corrected(diagnostic: Diagnostic, at: Range, name: string | undefined): Diagnostic {
    const { suggestion } = diagnostic;
    if (suggestion === undefined) return diagnostic;
    const written = this.source.text.slice(at.start, at.end);
    const replaced = name ?? written;
    const first = written.indexOf(replaced);
    // A name in quotes, or after a prefix, is only replaced by a text that needs no quotes and no escapes.
    if (first === -1 || written.indexOf(replaced, first + 1) !== -1 || !safe.test(suggestion)) return diagnostic;
    const start = at.start + first;
    const edit = this.#edit({ at: { start, end: start + replaced.length }, text: suggestion });
    return { ...diagnostic, edits: [edit] };
  }
}

/** Places that are listed; an edit corrects all of them. */
const mostPlaces = 5;

function withPlace(first: Diagnostic, place: SourceLocation): Diagnostic {
  const { related = [] } = first;
  if (related.length >= mostPlaces) return first;
  return { ...first, related: [...related, { ...completeLocation(place), message: 'It is also here.' }] };
}

/** A text that means itself in YAML, be it plain or quoted, and in an attribute of XML. */
const safe = /^(?!.*: )[\p{L}\p{N}_$/](?:[\p{L}\p{N}_.:/@$? -]*[\p{L}\p{N}_/$?])?$/u;

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
