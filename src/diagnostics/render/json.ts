import type { Diagnostic } from '../diagnostic.ts';

/** A JSON list of the diagnostics as they are, indented by two. */
export function renderJson(diagnostics: readonly Diagnostic[]): string {
  return `${JSON.stringify(diagnostics, undefined, 2)}\n`;
}
