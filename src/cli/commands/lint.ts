import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { configFileName, loadConfig } from '../../config/index.ts';
import {
  type Diagnostic,
  hasErrors,
  lint as kinds,
  type OutputFormat,
  render,
  report,
  type Severity,
} from '../../diagnostics/index.ts';
import {
  defaultSettings,
  type LintedFiles,
  type LintTarget,
  type LoadedSettings,
  lintFiles,
  loadSettings,
  renderSarif,
} from '../../lint/index.ts';
import type { Overrides } from '../../schema/index.ts';
import { checkOverrides } from '../../schema/overrides.ts';
import { readSource } from '../../schema/source.ts';
import type { CommonOptions } from '../options.ts';
import { failed, print } from '../print.ts';
import type { Terminal } from '../terminal.ts';
import { stages } from './stages.ts';

export type LintFormat = OutputFormat | 'sarif';

export interface LintFlags extends Omit<CommonOptions, 'format'>, Overrides {
  readonly format: LintFormat;
  readonly config?: string;
  readonly schema?: string;
  readonly maxWarnings?: number;
}

export async function runLint(options: LintFlags, terminal: Terminal): Promise<number> {
  const { format } = options;
  const common: CommonOptions = { ...options, format: format === 'sarif' ? 'text' : format };
  const { targets, loaded, diagnostics, sources } = chooseContracts(options);
  if (hasErrors(diagnostics)) {
    if (format === 'sarif') terminal.out(renderSarif(diagnostics));
    return print(failed(diagnostics, sources), common, terminal);
  }
  const result = lintFiles(targets, loaded, {
    current: resolve('.'),
    maxWarnings: options.maxWarnings,
    onStage: stages(common, terminal),
  });
  const said = [...diagnostics, ...result.diagnostics];
  const all = [...said, ...result.findings];
  switch (format) {
    case 'sarif':
      terminal.out(renderSarif(all));
      return result.exitCode;
    case 'text':
      printText({ ...result, diagnostics: said, sources: new Map([...sources, ...result.sources]) }, options, terminal);
      return result.exitCode;
    default:
      return print({ exitCode: result.exitCode, files: [], diagnostics: all }, common, terminal);
  }
}

interface Chosen {
  readonly targets: readonly LintTarget[];
  readonly loaded: LoadedSettings;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

/** --schema in place of the contracts of soapwright.yaml; what that says under `lint` holds for it too. */
function chooseContracts({ config, schema, namespace, baseUrl, serviceFile }: LintFlags): Chosen {
  const nothing = { settings: defaultSettings, diagnostics: [], ignored: [] };
  const given: Overrides = {
    ...(namespace !== undefined && { namespace }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(serviceFile !== undefined && { serviceFile }),
  };
  const wrong = checkOverrides(given);
  if (wrong.length > 0) return { targets: [], loaded: nothing, diagnostics: wrong, sources: new Map() };
  const alone: readonly LintTarget[] = schema === undefined ? [] : [{ schema, overrides: given }];
  const file = config ?? configFileName;
  if (config === undefined && !existsSync(file)) {
    const diagnostics = schema === undefined ? [report(kinds.nothingToLint, { file })] : [];
    return { targets: alone, loaded: nothing, diagnostics, sources: new Map() };
  }
  const { source, diagnostics } = readSource(file);
  if (source === undefined) return { targets: [], loaded: nothing, diagnostics, sources: new Map() };
  const sources = new Map([[source.file, source.text]]);
  const configured = loadConfig(source);
  const loaded = loadSettings(source);
  const targets = (configured.config?.targets ?? []).map((target) => ({
    schema: target.schema,
    overrides: { ...target.overrides, ...given },
  }));
  return {
    targets: schema === undefined ? targets : alone,
    loaded,
    diagnostics: [...configured.diagnostics, ...loaded.diagnostics],
    sources,
  };
}

/** Findings are results, and go to the standard output with their frames; all else is talk. */
function printText(
  { findings, diagnostics, sources, contracts }: Omit<LintedFiles, 'exitCode'>,
  { quiet = false, verbose = false }: LintFlags,
  terminal: Terminal,
): void {
  const loud = <T extends Diagnostic>(list: readonly T[]): readonly T[] =>
    quiet ? list.filter(({ severity }) => severity !== 'info') : list;
  const results = loud(findings).map((finding) =>
    verbose ? { ...finding, remedy: `${finding.remedy ?? ''}\nPath: ${finding.path}` } : finding,
  );
  terminal.out(render(results, 'text', { sources, colour: terminal.colour.out }));
  terminal.talk(render(loud(diagnostics), 'text', { sources, colour: terminal.colour.talk }));
  if (quiet || contracts === 0) return;
  const counted = counts(findings.map(({ severity }) => severity));
  terminal.talk(findings.length === 0 ? 'Nothing found.\n' : `${counted}. \`soapwright explain RULE\` says more.\n`);
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
