import { resolve } from 'node:path';
import type { ResolvedOperation, ResolvedService } from '../contract/index.ts';
import { checkOverrides } from '../contract/index.ts';
import {
  type Diagnostic,
  exitCodeOf,
  hasErrors,
  samples as kinds,
  Report,
  renderText,
  report,
} from '../diagnostics/index.ts';
import {
  type Comparison,
  compareRecorded,
  type LoadedService,
  makeSamples,
  readRecordedFiles,
  type Sample,
  writeSamples,
} from '../messages/index.ts';
import { overridesOf } from '../project/index.ts';
import { loadOneContract, type OneContractFlags } from './one-contract.ts';
import { operationTable } from './operation-table.ts';
import { countFiles, failed, print } from './print.ts';
import type { Terminal } from './terminal.ts';

export interface SamplesFlags extends OneContractFlags {
  readonly from?: readonly string[];
  readonly out?: string;
  readonly force?: boolean;
}

/** Prints or writes sample messages, or compares recorded ones with the contract. */
export function runSamples(name: string | undefined, flags: SamplesFlags, terminal: Terminal): number {
  const to = new Report();
  to.add(...wrongFlags(name, flags));
  const loaded = to.hasErrors ? undefined : loadOneContract(flags, 'soapwright samples --schema', terminal, to);
  if (loaded === undefined) return print(failed(to.diagnostics, to.sources), flags, terminal);
  return flags.from === undefined
    ? runPrint(name, loaded, flags, terminal, to)
    : runCompare(flags.from, loaded, flags, terminal, to);
}

function wrongFlags(name: string | undefined, { from, out, force, ...flags }: SamplesFlags): readonly Diagnostic[] {
  const given =
    name !== undefined ? 'An operation' : out !== undefined ? '--out' : force === true ? '--force' : undefined;
  if (from !== undefined) return given === undefined ? [] : [report(kinds.flagsOfOther, { given })];
  if (force === true && out === undefined) return [report(kinds.forceWithoutOut, {})];
  return checkOverrides(overridesOf(flags));
}

function runPrint(
  name: string | undefined,
  { contract, service }: LoadedService,
  flags: SamplesFlags,
  terminal: Terminal,
  to: Report,
): number {
  const operations = operationsNamed(name, service, to);
  if (to.hasErrors) return print(failed(to.diagnostics, to.sources), flags, terminal);
  const samples = makeSamples(contract, service, operations);
  const { out: folder, force = false } = flags;
  if (folder === undefined) return printSamples(samples, flags, terminal);
  const { files, diagnostics } = writeSamples(samples, { folder, current: resolve('.'), force });
  const changed = files.flatMap(({ file, change }) => (change === 'unchanged' ? [] : [{ what: change, file }]));
  const wrote = `Wrote ${countFiles(changed.length)}, ${files.length - changed.length} unchanged.`;
  const summary = hasErrors(diagnostics) ? 'Nothing was written.' : wrote;
  return print({ exitCode: exitCodeOf(diagnostics), files: changed, diagnostics, summary }, flags, terminal);
}

function operationsNamed(
  name: string | undefined,
  { operations }: ResolvedService,
  to: Report,
): readonly ResolvedOperation[] {
  if (name === undefined) return operations;
  const found = operations.filter((one) => one.name === name || one.identifier === name);
  if (found.length === 0) {
    const among = operations.map((one) => one.name);
    to.add(report(kinds.noSuchOperation, { name }, {}, { didYouMean: { name, among } }));
  }
  return found;
}

function printSamples(samples: readonly Sample[], flags: SamplesFlags, terminal: Terminal): number {
  if (flags.format !== 'text') {
    return print({ exitCode: 0, files: [], diagnostics: [], details: { samples } }, flags, terminal);
  }
  const texts = samples.map((sample) =>
    `${titleOf(sample)}\n\n${sample.head}\n\n${sample.body ?? sample.envelope}`.trimEnd(),
  );
  terminal.out(`${texts.join('\n\n')}\n`);
  return 0;
}

/** `### Find: request, SOAP 1.1`, as clients of .http files separate requests. */
function titleOf({ operation, kind, fault, version }: Sample): string {
  return `### ${operation}: ${kind}${fault === '' ? '' : ` ${fault}`}, SOAP ${version}`;
}

function runCompare(
  paths: readonly string[],
  { contract, service }: LoadedService,
  flags: SamplesFlags,
  terminal: Terminal,
  to: Report,
): number {
  const recording = readRecordedFiles(paths, resolve('.'));
  const comparison = compareRecorded(recording, contract, service);
  to.add(...recording.diagnostics);
  if (comparison.messages + comparison.findings.length === 0 && !to.hasErrors) {
    to.add(report(kinds.nothingRecorded, { names: paths.join(', '), files: countFiles(recording.files) }));
  }
  const exitCode = exitCodeOf([...to.diagnostics, ...comparison.findings]);
  const { findings, operations, messages, others } = comparison;
  if (flags.format !== 'text') {
    const details = { messages, others, operations };
    return print({ exitCode, files: [], diagnostics: to.diagnostics, findings, details }, flags, terminal);
  }
  printComparison(comparison, to, flags, terminal);
  return exitCode;
}

/** Deviations on stdout, and the table of operations, unless --quiet is given. Messages are not quoted: they may hold secrets. */
function printComparison(
  { findings, operations, messages, others }: Comparison,
  { diagnostics }: Report,
  { quiet = false }: SamplesFlags,
  terminal: Terminal,
): void {
  terminal.message(renderText(diagnostics, { colour: terminal.colour.message }));
  const shown = quiet ? findings.filter(({ severity }) => severity !== 'info') : findings;
  // The pages of `explain` have the remedies, which are the same for all deviations of one kind.
  const lines = shown.map(({ remedy: _, ...finding }) => renderText([finding], { colour: terminal.colour.out }));
  terminal.out(lines.join(''));
  if (quiet || messages === 0) return;
  terminal.out(`${lines.length === 0 ? '' : '\n'}${operationTable(operations)}`);
  const skipped = others === 0 ? '' : `, ${others} ${others === 1 ? 'file or entry' : 'files or entries'} without SOAP`;
  const count = findings.filter(({ severity }) => severity === 'error').length;
  const result = count === 0 ? 'Nothing deviates.' : 'Run `soapwright explain CODE` for details.';
  terminal.message(`${messages} ${messages === 1 ? 'message' : 'messages'} read${skipped}. ${result}\n`);
}
