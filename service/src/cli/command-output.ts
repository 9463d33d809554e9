import { CommanderError } from 'commander';
import { Rejection } from '../common/rejection.ts';
import { asStorageError, errorCode, StorageError } from '../common/storage-error.ts';
import { SettingsError } from '../config/load-settings.ts';
import { FileProblems } from '../config/yaml-document.ts';
import { OperatorError } from '../operator/operator-context.ts';

export { jsonLine } from '../common/json-line.ts';

/** The reader of the output, such as `head`, has closed the pipe. */
class BrokenPipe extends Error {
  override readonly name = 'BrokenPipe';
}

/** Writes results to stdout, and waits until they are flushed. */
export async function print(text: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve();
      else reject(isBroken(error) ? new BrokenPipe('The reader of the output has closed it.') : asStorageError(error));
    });
  });
}

function isBroken(error: Error): boolean {
  return ['EPIPE', 'ERR_STREAM_DESTROYED'].includes(errorCode(error));
}

/** Writes a note to stderr: stdout is for results. */
export function printToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A table, with a line of headings if there are any. Columns whose heading ends in `#` are right-aligned. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const titles = headings.map((heading) => heading.replace(/#$/, ''));
  const all = headings.length === 0 ? rows : [titles, ...rows];
  const widths = all[0]?.map((_cell, column) => Math.max(...all.map((row) => width(row[column] ?? '')))) ?? [];
  const lines = all.map((row) =>
    row
      .map((cell, column) => {
        const padding = ' '.repeat((widths[column] ?? 0) - width(cell));
        return headings[column]?.endsWith('#') ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function width(text: string): number {
  return [...text].length;
}

/** Milliseconds since 1970 as a time, or `-`. */
export function timeText(milliseconds: number | null): string {
  return milliseconds === null ? '-' : new Date(milliseconds).toISOString();
}

/** Milliseconds since 1970 as a time, for JSON. */
export function timeJson(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

/** Exit codes, the same as those of the generator. */
export const exitCodes = {
  fine: 0,
  findings: 1,
  /** Invalid arguments, settings or files; nothing was changed. */
  invalid: 2,
  /** Reading, writing or listening failed. */
  failed: 3,
} as const;

/** The exit code of a command that succeeds; commands may change it. */
export interface Outcome {
  exitCode: number;
}

/** The exit code and message of a failed command; the message is undefined when it was printed already. */
export function outcomeOf(error: unknown): { readonly exitCode: number; readonly message: string | undefined } {
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? exitCodes.fine : exitCodes.invalid, message: undefined };
  }
  // A rejection is about a path or a name in the arguments.
  const invalid = [FileProblems, SettingsError, OperatorError, Rejection].find((type) => error instanceof type);
  if (error instanceof Error && invalid) return { exitCode: exitCodes.invalid, message: error.message };
  if (error instanceof BrokenPipe) return { exitCode: exitCodes.failed, message: undefined };
  if (error instanceof StorageError) return { exitCode: exitCodes.failed, message: error.message };
  return { exitCode: exitCodes.failed, message: `Unexpected: ${error instanceof Error ? error.stack : String(error)}` };
}
