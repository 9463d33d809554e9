import {
  type ComponentDiagnostic,
  type Diagnostic,
  type ExitCode,
  exitCodeOf,
  type FileResult,
  type Folders,
  type RunReport,
  renderJsonLine,
  renderReport,
  renderText,
  type Severity,
  visible,
} from '../diagnostics/index.ts';
import { repositoryOf } from '../project/index.ts';
import type { CommonOptions } from './common-options.ts';
import type { Terminal } from './terminal.ts';

/** The result of a command. */
export interface Outcome extends Omit<RunReport, 'command'> {
  readonly files: readonly FileResult[];
  /** Messages of the command: text has them on stderr. */
  readonly diagnostics: readonly Diagnostic[];
  /** The result of the command: text has them on stdout. Other formats have them after the messages. */
  readonly findings?: readonly ComponentDiagnostic[];
  /** Last line of the messages. */
  readonly summary?: string | undefined;
}

/** Prints a result in the requested format, and returns its exit code. */
export function print(outcome: Outcome, options: CommonOptions, terminal: Terminal): ExitCode {
  const { format } = options;
  if (format === 'text') printText(outcome, options, terminal);
  else terminal.out(renderReport(reportOf(outcome, options), format, folders()));
  return outcome.exitCode;
}

/** A result in JSON as one line, for output that goes on. */
export function jsonLine(outcome: Outcome, options: CommonOptions): string {
  return renderJsonLine(reportOf(outcome, options), folders());
}

/** Reports for other programs name files from the root of the repository, or from the current folder outside of one. */
export function folders(): Folders {
  const current = process.cwd();
  return { current, root: repositoryOf(current) ?? current };
}

function reportOf({ findings = [], summary: _, ...report }: Outcome, { command }: CommonOptions): RunReport {
  return { ...report, command, diagnostics: [...report.diagnostics, ...findings] };
}

/** The result of a command that stopped with errors. */
export function failed(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string> = new Map()): Outcome {
  return { exitCode: exitCodeOf(diagnostics), files: [], diagnostics, sources };
}

function printText(outcome: Outcome, { quiet = false, verbose = false }: CommonOptions, terminal: Terminal): void {
  const { exitCode, files, diagnostics, findings = [], sources, summary } = outcome;
  const shown = <T extends Diagnostic>(list: readonly T[]): readonly T[] =>
    quiet ? list.filter(({ severity }) => severity !== 'info') : list;
  const results = verbose ? shown(findings).map(withPath) : shown(findings);
  terminal.out(renderText(results, { sources, colour: terminal.colour.out }));
  // Files are printed as results, with their differences.
  const messages = shown(diagnostics).filter(({ code }) => !isAboutFile(code));
  terminal.message(renderText(messages, { sources, colour: terminal.colour.message }));
  if (!quiet || exitCode === 1) terminal.out(files.map((line) => fileText(line, terminal.colour.out)).join(''));
  if (summary !== undefined && !quiet) terminal.message(`${summary}\n`);
}

function withPath(finding: ComponentDiagnostic): ComponentDiagnostic {
  const { path, remedy = '' } = finding;
  return path === undefined ? finding : { ...finding, remedy: `${remedy}\nPath: ${path}`.trimStart() };
}

function isAboutFile(code: string): boolean {
  return /^SW(?:33|531|5321|83)/.test(code);
}

const styles: Readonly<Record<FileResult['what'], string>> = {
  created: '32',
  updated: '33',
  deleted: '31',
  stale: '33',
  missing: '31',
  orphaned: '31',
};

function fileText({ what, file, diff = [] }: FileResult, colour: boolean): string {
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

const words: readonly (readonly [Severity, string, string])[] = [
  ['error', 'error', 'errors'],
  ['warning', 'warning', 'warnings'],
  ['info', 'hint', 'hints'],
];

/** `1 error, 2 warnings`. */
export function countSeverities(diagnostics: readonly Diagnostic[]): string {
  return words
    .flatMap(([severity, one, many]) => {
      const count = diagnostics.filter((one) => one.severity === severity).length;
      return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
    })
    .join(', ');
}
