import type { RunReport } from './run-report.ts';

/** The version of the document: it changes when properties are removed or change their meaning. */
const jsonVersion = 1;

/** What schema/report.schema.json describes. */
export function jsonDocument({ command, exitCode, files = [], diagnostics, details }: RunReport): object {
  return { version: jsonVersion, command, exitCode, files, diagnostics, ...details };
}
