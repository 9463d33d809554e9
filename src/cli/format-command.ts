import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { decodeSource, openInput, readSource } from '../contract/index.ts';
import type { FileResult } from '../diagnostics/index.ts';
import { cli as kinds, Report, report, type Source } from '../diagnostics/index.ts';
import { type FormattedFile, formatFiles, formatSource } from '../editor/index.ts';
import { commit, contentOf, diffLines, Folder, loadConfig, reportOutputError } from '../project/index.ts';
import { type ConfigurationFlags, chooseConfiguration } from './configuration.ts';
import { countFiles, print } from './print.ts';
import type { Terminal } from './terminal.ts';

export interface FormatFlags extends ConfigurationFlags {
  readonly check?: boolean;
}

/** @param paths of contracts; `-` for standard input; none for the contracts of the configuration. */
export function runFormat(paths: readonly string[], flags: FormatFlags, terminal: Terminal): number {
  if (paths.includes('-')) return formatInput(flags, terminal);
  const chosen = new Report();
  const contracts = paths.length > 0 ? paths : configuredContracts(chooseConfiguration(flags, terminal), chosen);
  const { files, report: to } = formatFiles(contracts, process.cwd());
  to.add(...chosen.diagnostics);
  const changed = files.filter(({ before, after }) => before !== after);
  if (flags.check === true) return printChecked(changed, files.length, { to, flags, terminal });
  const written = changed.filter((file) => write(file, to));
  const lines = written.map(({ file }): FileResult => ({ what: 'updated', file }));
  const { exitCode, diagnostics, sources } = to;
  const summary = exitCode > 0 || lines.length > 0 ? undefined : `${countFiles(files.length)} already formatted.`;
  return print({ exitCode, files: lines, diagnostics, sources, summary }, flags, terminal);
}

interface Output {
  readonly to: Report;
  readonly flags: FormatFlags;
  readonly terminal: Terminal;
}

function printChecked(changed: readonly FormattedFile[], count: number, { to, flags, terminal }: Output): number {
  for (const { file } of changed) to.add(report(kinds.notFormatted, { file }, { file }));
  const lines = changed.map(
    ({ file, before, after }): FileResult => ({ what: 'stale', file, diff: diffLines(before, after) }),
  );
  const { exitCode, diagnostics, sources } = to;
  const summary =
    lines.length > 0
      ? `${countFiles(lines.length)} not formatted. Run: npx soapwright format`
      : exitCode === 0
        ? `${countFiles(count)} formatted.`
        : undefined;
  return print({ exitCode, files: lines, diagnostics, sources, summary }, flags, terminal);
}

/** Prints the formatted text of standard input; with --check, only whether it differs. */
function formatInput(flags: FormatFlags, terminal: Terminal): number {
  const to = new Report();
  const name = 'standard input';
  const { source, diagnostics } = decodeSource(readFileSync(process.stdin.fd), name);
  to.add(...diagnostics);
  const after = source && formatted(source, to);
  if (source === undefined || after === undefined) {
    return print(
      { exitCode: to.exitCode, files: [], diagnostics: to.diagnostics, sources: to.sources },
      flags,
      terminal,
    );
  }
  if (flags.check !== true) {
    terminal.out(after);
    return 0;
  }
  const file: FormattedFile = { file: name, before: source.text, after };
  return printChecked(file.before === file.after ? [] : [file], 1, { to, flags, terminal });
}

function formatted(source: Source, to: Report): string | undefined {
  to.sources.set(source.file, source.text);
  return formatSource(source, to);
}

/** Contracts and overlays in YAML of the configuration. */
function configuredContracts(config: string, to: Report): readonly string[] {
  if (!existsSync(config)) {
    to.add(report(kinds.nothingToFormat, { file: config }));
    return [];
  }
  const { source, diagnostics } = readSource(config);
  to.add(...diagnostics);
  const loaded = source && loadConfig(source);
  to.add(...(loaded?.diagnostics ?? []));
  const targets = loaded?.config?.targets ?? [];
  const files = targets.flatMap(({ schema, overlay }) => [
    ...(isYaml(schema) ? [schema] : []),
    ...(overlay === undefined ? [] : [overlay]),
  ]);
  return [...new Set(files)];
}

/** Files that cannot be read are reported later. */
function isYaml(schema: string): boolean {
  return openInput(schema, { current: process.cwd() }).input?.wsdl === undefined;
}

/** Replaces a file, and returns whether it could. */
function write({ file, after }: FormattedFile, to: Report): boolean {
  const path = resolve(file);
  try {
    commit([
      {
        folder: new Folder(dirname(path), dirname(file)),
        changes: [{ kind: 'update', path, shown: file, content: contentOf(after) }],
      },
    ]);
    return true;
  } catch (error) {
    reportOutputError(error, to);
    return false;
  }
}
