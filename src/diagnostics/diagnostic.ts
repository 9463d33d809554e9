/** Diagnostics as data: made by every room, shown by the renderers, never thrown. */

export type Severity = 'error' | 'warning' | 'info';

/** What the process ends with: 1 findings, 2 arguments, configuration or contract invalid, 3 input or output failed. */
export type ExitCode = 0 | 1 | 2 | 3;

/** A range in a file. A diagnostic may know the file alone, or nothing. */
export interface Place {
  /** Path as the user gave it. */
  readonly file?: string | undefined;
  /** Counts from 1. */
  readonly line?: number | undefined;
  /** Counts from 1, in UTF-16 code units, as editors do. */
  readonly column?: number | undefined;
  /** In UTF-16 code units, to the end of the line at most. */
  readonly length?: number | undefined;
}

/** Another place that has to do with the matter: where a name was declared first. */
export interface Related extends Place {
  readonly message: string;
}

export interface Diagnostic extends Place {
  /** Stable: `SW` and four digits, the first of which is the theme. */
  readonly code: string;
  readonly severity: Severity;
  /** What this diagnostic alone makes the process end with. */
  readonly exit: ExitCode;
  /** One line, whole sentences. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string | undefined;
  /** The known name that an unknown one comes close to; the message says it too. */
  readonly suggestion?: string | undefined;
  readonly related?: readonly Related[] | undefined;
}

/** The gravest of them decides; 0 when there is none. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  return diagnostics.reduce<ExitCode>((gravest, { exit }) => (exit > gravest ? exit : gravest), 0);
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** By file (in order of first mention), then by place in it; what has no place comes first. Stable. */
export function inFileOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = new Map<string | undefined, number>();
  for (const { file } of diagnostics) if (!files.has(file)) files.set(file, files.size);
  return [...diagnostics].sort(
    (a, b) =>
      (files.get(a.file) ?? 0) - (files.get(b.file) ?? 0) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}
