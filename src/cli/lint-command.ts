import { resolve } from 'node:path';
import { type Diagnostic, hasErrors, lint as kinds, report } from '../diagnostics/index.ts';
import { defaultSettings, lintFiles, loadSettings, ruleTextOf } from '../rules/index.ts';
import { type ContractFlags, chooseContracts } from './choose-contracts.ts';
import { countSeverities, failed, print } from './print.ts';
import { onStage, type Terminal } from './terminal.ts';

export interface LintFlags extends ContractFlags {
  readonly maxWarnings?: number;
}

const nothing = { settings: defaultSettings, diagnostics: [], ignored: [] };

export async function runLint(options: LintFlags, terminal: Terminal): Promise<number> {
  const { targets, source, sources, ...chosen } = chooseContracts(options, terminal, (file) =>
    report(kinds.nothingToLint, { file }),
  );
  const loaded = source === undefined ? nothing : loadSettings(source);
  const diagnostics = [...chosen.diagnostics, ...loaded.diagnostics];
  if (hasErrors(diagnostics)) return print(failed(diagnostics, sources), options, terminal);
  const result = lintFiles(targets, loaded, {
    current: resolve('.'),
    maxWarnings: options.maxWarnings,
    onStage: onStage(options, terminal),
  });
  const { exitCode, findings, contracts } = result;
  return print(
    {
      exitCode,
      files: [],
      diagnostics: [...diagnostics, ...result.diagnostics],
      findings,
      sources: new Map([...sources, ...result.sources]),
      ruleOf: ruleTextOf,
      summary: contracts === 0 ? undefined : summaryOf(findings),
    },
    options,
    terminal,
  );
}

function summaryOf(findings: readonly Diagnostic[]): string {
  if (findings.length === 0) return 'Nothing found.';
  return `${countSeverities(findings)}. Run \`soapwright explain RULE\` for details.`;
}
