import { resolve } from 'node:path';
import { type ExitCode, exitCodeOf, Report } from '../../diagnostics/index.ts';
import type { BreakingFinding, BreakingSettings, Verdicts } from '../breaking/index.ts';

export interface CompareFilesOptions {
  /** The old contract, as in `--against`: a branch, a tag, a commit or a file. */
  readonly against: string;
  /** Folder that paths are relative to; default: the current one. */
  readonly current?: string | undefined;
  /** Rules; default: those of `breaking` without a configuration. */
  readonly settings?: Partial<BreakingSettings> | undefined;
}

/** The changes of a new contract that break callers of the old one. */
export interface ComparedFiles extends Pick<Report, 'diagnostics' | 'sources'> {
  /** As that of the command: 1 with findings of severity error, 2 for an invalid contract, 3 if nothing can be read. */
  readonly exitCode: ExitCode;
  readonly findings: readonly BreakingFinding[];
  /** Undefined if a contract cannot be compared. */
  readonly verdicts: Verdicts | undefined;
}

/**
 * Compares a contract, in YAML or a WSDL, with an old one, as `soapwright breaking` does.
 *
 * @param schema path of the new contract.
 *
 * @example
 * const { findings } = await compareFiles('schema/shop.yaml', { against: 'origin/main' });
 * for (const { rule, path, message } of findings) console.log(rule, path, message);
 */
export async function compareFiles(
  schema: string,
  { against, current = '.', settings }: CompareFilesOptions,
): Promise<ComparedFiles> {
  const [{ compareContracts, defaultSettings }, { loadContractOf, loadOld, openBaseline }] = await Promise.all([
    import('../breaking/index.ts'),
    import('../../project/index.ts'),
  ]);
  const folder = resolve(current);
  const report = new Report();
  const target = { schema, overrides: {} };
  const { baseline, diagnostics } = openBaseline(against, undefined, folder);
  report.add(...diagnostics);
  const after = loadContractOf(target, folder);
  report.add(...after.diagnostics.filter(({ severity }) => severity === 'error'));
  for (const [file, text] of after.sources) report.sources.set(file, text);
  const before = baseline && loadOld(target, baseline, folder);
  report.add(...(before?.diagnostics ?? []));
  const { sources } = report;
  if (after.contract === undefined || before?.contract === undefined) {
    const exitCode = exitCodeOf(report.diagnostics);
    return { exitCode, findings: [], verdicts: undefined, diagnostics: report.diagnostics, sources };
  }
  const compared = compareContracts(before.contract, after.contract, { ...defaultSettings, ...settings });
  const { findings, verdicts } = compared;
  const exitCode = exitCodeOf([...report.diagnostics, ...findings]);
  return { exitCode, findings, verdicts, diagnostics: report.diagnostics, sources };
}
