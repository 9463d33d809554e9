import { type Diagnostic, type ExitCode, exitCodeOf, render, visible } from '../diagnostics/index.ts';
import type { CommonOptions } from './command-options.ts';
import type { Terminal } from './terminal.ts';

/** The result of a command. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** Files that were changed, or that are not up to date. */
  readonly files: readonly FileLine[];
  readonly diagnostics: readonly Diagnostic[];
  /** Texts that code frames quote. */
  readonly sources?: ReadonlyMap<string, string>;
  /** Last line of the messages. */
  readonly summary?: string | undefined;
}

export interface FileLine {
  readonly what: 'created' | 'updated' | 'deleted' | 'stale' | 'missing' | 'orphaned';
  readonly file: string;
  readonly diff?: readonly string[];
}

/** Prints a result in the requested format, and returns its exit code. */
export function print(outcome: Outcome, options: CommonOptions, terminal: Terminal): ExitCode {
  switch (options.format) {
    case 'json':
      terminal.out(`${JSON.stringify(plain(outcome), undefined, 2)}\n`);
      break;
    case 'github':
      terminal.out(render(outcome.diagnostics, 'github'));
      break;
    case 'text':
      printText(outcome, options, terminal);
  }
  return outcome.exitCode;
}

/** The result of a command that stopped with errors. */
export function failed(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string> = new Map()): Outcome {
  return { exitCode: exitCodeOf(diagnostics), files: [], diagnostics, sources };
}

/** A result as one line, for output that goes on. */
export function jsonLine(outcome: Outcome): string {
  return `${JSON.stringify(plain(outcome))}\n`;
}

/** What the format `json` has of a result. */
function plain({ exitCode, files, diagnostics }: Outcome): object {
  return { exitCode, files, diagnostics };
}

function printText(
  { exitCode, files, diagnostics, sources, summary }: Outcome,
  options: CommonOptions,
  terminal: Terminal,
): void {
  const quiet = options.quiet === true;
  // Findings are printed as results, with their differences.
  const messages = diagnostics.filter(({ code, severity }) => !isFinding(code) && !(quiet && severity === 'info'));
  terminal.message(render(messages, 'text', { sources, colour: terminal.colour.message }));
  if (!quiet || exitCode === 1) terminal.out(files.map((line) => fileText(line, terminal.colour.out)).join(''));
  if (summary !== undefined && !quiet) terminal.message(`${summary}\n`);
}

function isFinding(code: string): boolean {
  return /^SW(?:33|531|83)/.test(code);
}

const styles: Readonly<Record<FileLine['what'], string>> = {
  created: '32',
  updated: '33',
  deleted: '31',
  stale: '33',
  missing: '31',
  orphaned: '31',
};

function fileText({ what, file, diff = [] }: FileLine, colour: boolean): string {
  const paint = (style: string, text: string): string => (colour ? `\u001B[${style}m${text}\u001B[0m` : text);
  const lines = diff.map((line) => {
    const text = `  ${visible(line)}`;
    return line.startsWith('+') ? paint('32', text) : line.startsWith('-') ? paint('31', text) : text;
  });
  return [`${paint(styles[what], what.padEnd(8))} ${visible(file)}`, ...lines].map((line) => `${line}\n`).join('');
}

/** `1 file`, `2 files`. */
export function countFiles(count: number): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`;
}
