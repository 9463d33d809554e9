import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadConfig, overridesOf, type WsdlFlags, wsdlFlagsOf } from '../config/index.ts';
import { type Diagnostic, hasErrors, lint as kinds, report, type Severity } from '../diagnostics/index.ts';
import {
  defaultSettings,
  type LintTarget,
  type LoadedSettings,
  lintFiles,
  loadSettings,
  ruleTextOf,
} from '../lint/index.ts';
import type { Overrides } from '../schema/index.ts';
import { checkOverrides } from '../schema/overrides.ts';
import { readSource } from '../schema/source.ts';
import type { CommonOptions } from './command-options.ts';
import { chooseConfiguration } from './configuration.ts';
import { failed, print } from './print.ts';
import { onStage, type Terminal } from './terminal.ts';

export interface LintFlags extends CommonOptions, Overrides, WsdlFlags {
  readonly config?: string;
  readonly schema?: string;
  readonly maxWarnings?: number;
}

export async function runLint(options: LintFlags, terminal: Terminal): Promise<number> {
  const { targets, loaded, diagnostics, sources } = chooseContracts(options, terminal);
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
  return `${counts(findings.map(({ severity }) => severity))}. Run \`soapwright explain RULE\` for details.`;
}

interface Chosen {
  readonly targets: readonly LintTarget[];
  readonly loaded: LoadedSettings;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

/** The contract of --schema, or those of soapwright.yaml; with the lint settings of soapwright.yaml in both cases. */
function chooseContracts(flags: LintFlags, terminal: Terminal): Chosen {
  const { config, schema } = flags;
  const nothing = { settings: defaultSettings, diagnostics: [], ignored: [] };
  const given = overridesOf(flags);
  const wrong = checkOverrides(given);
  if (wrong.length > 0) return { targets: [], loaded: nothing, diagnostics: wrong, sources: new Map() };
  const alone: readonly LintTarget[] =
    schema === undefined ? [] : [{ schema, overrides: given, ...wsdlFlagsOf(flags) }];
  const file = chooseConfiguration(flags, terminal);
  if (config === undefined && !existsSync(file)) {
    const diagnostics = schema === undefined ? [report(kinds.nothingToLint, { file })] : [];
    return { targets: alone, loaded: nothing, diagnostics, sources: new Map() };
  }
  const { source, diagnostics } = readSource(file);
  if (source === undefined) return { targets: [], loaded: nothing, diagnostics, sources: new Map() };
  const sources = new Map([[source.file, source.text]]);
  const configured = loadConfig(source);
  const loaded = loadSettings(source);
  const targets = (configured.config?.targets ?? []).map(({ overrides, ...target }) => ({
    ...target,
    overrides: { ...overrides, ...given },
    ...wsdlFlagsOf(flags),
  }));
  return {
    targets: schema === undefined ? targets : alone,
    loaded,
    diagnostics: [...configured.diagnostics, ...loaded.diagnostics],
    sources,
  };
}

const words: readonly (readonly [Severity, string, string])[] = [
  ['error', 'error', 'errors'],
  ['warning', 'warning', 'warnings'],
  ['info', 'hint', 'hints'],
];

/** `1 error, 2 warnings`. */
function counts(severities: readonly Severity[]): string {
  return words
    .flatMap(([severity, one, many]) => {
      const count = severities.filter((other) => other === severity).length;
      return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
    })
    .join(', ');
}
