/** Diagnostics as plain data. They are collected and rendered, never thrown. */

export type Severity = 'error' | 'warning' | 'info';

/** Exit code of the process: 1 findings, 2 arguments, configuration or contract invalid, 3 input or output failed. */
export type ExitCode = 0 | 1 | 2 | 3;

/** A range in a file. Line and column are absent for the file as a whole, and `file` for what concerns no file. */
export interface SourceLocation {
  /** Path as the user gave it. */
  readonly file?: string | undefined;
  /** Counts from 1. */
  readonly line?: number | undefined;
  /** Counts from 1, in UTF-16 code units, as editors do. */
  readonly column?: number | undefined;
  /** In UTF-16 code units, to the end of the line at most. */
  readonly length?: number | undefined;
  /** The line of the end; the one of the start unless the range has several lines. */
  readonly endLine?: number | undefined;
  /** The column after the last character of the range. */
  readonly endColumn?: number | undefined;
}

/** Replaces a range of a file by a text. An empty range inserts the text. */
export interface Edit {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** The column after the last replaced character. */
  readonly endColumn: number;
  readonly text: string;
}

/** Another location that explains the diagnostic, such as the first declaration of a name. */
export interface Related extends SourceLocation {
  readonly message: string;
}

export interface Diagnostic extends SourceLocation {
  /** Stable: `SW` and four digits; the first digit is the theme. */
  readonly code: string;
  readonly severity: Severity;
  /** Exit code of a run in which this is the only diagnostic. */
  readonly exit: ExitCode;
  /** One line of whole sentences. */
  readonly message: string;
  readonly remedy?: string | undefined;
  /** The declared name closest to an unknown one; the message contains it too. */
  readonly suggestion?: string | undefined;
  readonly related?: readonly Related[] | undefined;
  /** Changes that correct it, to be made together. They do not overlap. */
  readonly edits?: readonly Edit[] | undefined;
}

/** The highest exit code among them; 0 for none. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  return diagnostics.reduce<ExitCode>((highest, { exit }) => (exit > highest ? exit : highest), 0);
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** Sorted by file (in order of first mention), then by line and column; diagnostics without a line come first. Stable. */
export function inFileOrder<T extends Diagnostic>(diagnostics: readonly T[]): readonly T[] {
  const files = new Map<string | undefined, number>();
  for (const { file } of diagnostics) if (!files.has(file)) files.set(file, files.size);
  return [...diagnostics].sort(
    (a, b) =>
      (files.get(a.file) ?? 0) - (files.get(b.file) ?? 0) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}

/** Collects the diagnostics of one run, and the texts that they quote. It is passed down through all stages. */
export class Report {
  readonly diagnostics: Diagnostic[] = [];
  /** Text of each file, by its path in the diagnostics. Empty for files whose text must not be printed. */
  readonly sources: Map<string, string> = new Map();

  add(...diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) this.diagnostics.push(diagnostic);
  }

  get exitCode(): ExitCode {
    return exitCodeOf(this.diagnostics);
  }

  get hasErrors(): boolean {
    return hasErrors(this.diagnostics);
  }
}
