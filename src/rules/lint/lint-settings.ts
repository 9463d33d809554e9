import { type Diagnostic, Findings, inFileOrder, type Severity, type Source } from '../../diagnostics/index.ts';
import { lintCategories, presets, type Rule } from './rule.ts';
import { rules } from './rule-catalogue.ts';
import { type IgnoredPath, ignoredPaths, readIgnore, readNames, readSection, readSeverities } from './rule-settings.ts';

/** The key `lint` of soapwright.yaml. */
export interface LintSettings {
  /** Presets, categories and ids of rules. */
  readonly use: readonly string[];
  /** Categories and ids. */
  readonly except: readonly string[];
  /** By rule id. A severity enables the rule, even if `use` does not contain it. */
  readonly severity: ReadonlyMap<string, Severity | 'off'>;
  /** Paths of components by rule id, including everything below; `*` matches any part of a name. */
  readonly ignore: ReadonlyMap<string, readonly string[]>;
}

export const defaultSettings: LintSettings = {
  use: ['recommended'],
  except: [],
  severity: new Map(),
  ignore: new Map(),
};

/** A rule with its configured severity. */
export interface ActiveRule {
  readonly rule: Rule;
  readonly severity: Severity;
}

/** The enabled rules, in the catalogue's order. Unknown names were reported by the reader, and are ignored. */
export function activeRules({ use, except, severity }: LintSettings): readonly ActiveRule[] {
  return rules.flatMap((rule) => {
    const set = severity.get(rule.id);
    const used = use.some((name) => holds(name, rule)) && !except.some((name) => holds(name, rule));
    if (set === 'off' || (set === undefined && !used)) return [];
    return [{ rule, severity: set ?? rule.severity }];
  });
}

function holds(name: string, rule: Rule): boolean {
  if (name === rule.id || name === rule.category) return true;
  const names: readonly string[] = presets;
  return names.indexOf(name) >= names.indexOf(rule.preset);
}

function usable(): readonly string[] {
  return [...presets, ...exceptable()];
}

function exceptable(): readonly string[] {
  return [...lintCategories, ...rules.map(({ id }) => id)];
}

export interface LoadedSettings {
  /** The defaults, if the file has no settings. */
  readonly settings: LintSettings;
  readonly diagnostics: readonly Diagnostic[];
  /** Paths under `ignore`, with the diagnostics for unused ones. */
  readonly ignored: readonly IgnoredPath[];
}

/** Reads the key `lint` of a soapwright.yaml, without diagnostics for the rest of the file. */
export function loadSettings(source: Source): LoadedSettings {
  const findings = new Findings(source);
  const keys = readSection(source, 'lint', findings);
  if (keys === undefined) return { settings: defaultSettings, diagnostics: [], ignored: [] };
  const ids = rules.map(({ id }) => id);
  const ignore = readIgnore(keys.get('ignore'), ids, findings);
  const settings: LintSettings = {
    use: readNames(keys.get('use'), 'preset, category or rule', usable(), findings) ?? defaultSettings.use,
    except: readNames(keys.get('except'), 'category or rule', exceptable(), findings) ?? [],
    severity: readSeverities(keys.get('severity'), ids, findings),
    ignore: new Map([...ignore].map(([rule, paths]) => [rule, paths.map(({ text }) => text)])),
  };
  return { settings, diagnostics: inFileOrder(findings.diagnostics), ignored: ignoredPaths(ignore, source) };
}
