import {
  type Diagnostic,
  Findings,
  inFileOrder,
  lint as kinds,
  type Severity,
  type Source,
} from '../diagnostics/index.ts';
import { Entries, readConstruct } from '../schema/entries.ts';
import { type Located, readChoice, readList, readMap, readName } from '../schema/values.ts';
import { readYaml } from '../schema/yaml.ts';
import type { MapEntry } from '../schema/yaml-node.ts';
import { categories, presets, type Rule } from './rule.ts';
import { rules } from './rule-catalogue.ts';

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

export function usable(): readonly string[] {
  return [...presets, ...exceptable()];
}

export function exceptable(): readonly string[] {
  return [...categories, ...rules.map(({ id }) => id)];
}

export interface LoadedSettings {
  /** The defaults, if the file has no settings. */
  readonly settings: LintSettings;
  readonly diagnostics: readonly Diagnostic[];
  /** Paths under `ignore`, with the diagnostics for unused ones. */
  readonly ignored: readonly IgnoredPath[];
}

export interface IgnoredPath {
  readonly rule: string;
  readonly path: string;
  /** Reported if no finding has the path. */
  readonly unused: Diagnostic;
}

/** Reads the key `lint` of a soapwright.yaml, without diagnostics for the rest of the file. */
export function loadSettings(source: Source): LoadedSettings {
  const findings = new Findings(source);
  const silent = new Findings(source);
  const root = readYaml(silent);
  const map = root && readMap(root, 'A soapwright.yaml', silent);
  const entry = map && readConstruct(map, 'configuration', silent).get('lint');
  if (entry === undefined) return { settings: defaultSettings, diagnostics: [], ignored: [] };
  const section = readMap(entry.value, '"lint"', findings);
  const keys = section ? readConstruct(section, 'lint', findings) : new Entries(findings);
  const ignore = readIgnore(keys.get('ignore'), findings);
  const settings: LintSettings = {
    use: readNames(keys.get('use'), 'preset, category or rule', usable(), findings) ?? defaultSettings.use,
    except: readNames(keys.get('except'), 'category or rule', exceptable(), findings) ?? [],
    severity: readSeverities(keys.get('severity'), findings),
    ignore: new Map([...ignore].map(([rule, paths]) => [rule, paths.map(({ text }) => text)])),
  };
  return { settings, diagnostics: inFileOrder(findings.diagnostics), ignored: ignoredPaths(ignore, source) };
}

function readNames(
  entry: MapEntry | undefined,
  what: string,
  known: readonly string[],
  findings: Findings,
): readonly string[] | undefined {
  const list = entry && readList(entry, findings);
  if (entry === undefined || list === undefined) return undefined;
  return list.items.flatMap((value) => {
    const name = readName({ key: entry.key, value }, findings);
    if (name === undefined || !isKnown(name, what, known, findings)) return [];
    return [name.text];
  });
}

function isKnown(name: Located, what: string, known: readonly string[], findings: Findings): boolean {
  if (known.includes(name.text)) return true;
  const didYouMean = { name: name.text, among: known };
  findings.add(kinds.unknownRule, { what, name: name.text }, name.at, { didYouMean });
  return false;
}

const severities = ['error', 'warning', 'info', 'off'] as const;

function readSeverities(entry: MapEntry | undefined, findings: Findings): ReadonlyMap<string, Severity | 'off'> {
  const severity = new Map<string, Severity | 'off'>();
  for (const rule of ruleEntries(entry, findings)) {
    const value = readName(rule, findings);
    const word = value && readChoice(value, severities, 'severity', findings);
    if (word !== undefined) severity.set(rule.key.text, word);
  }
  return severity;
}

function readIgnore(entry: MapEntry | undefined, findings: Findings): ReadonlyMap<string, readonly Located[]> {
  const ignore = new Map<string, readonly Located[]>();
  for (const rule of ruleEntries(entry, findings)) {
    const list = readList(rule, findings);
    if (list === undefined) continue;
    ignore.set(
      rule.key.text,
      list.items.flatMap((value) => readName({ key: rule.key, value }, findings) ?? []),
    );
  }
  return ignore;
}

/** Entries of a map with rule ids as keys, without unknown ids, which are reported. */
function ruleEntries(entry: MapEntry | undefined, findings: Findings): readonly MapEntry[] {
  const map = entry && readMap(entry.value, `"${entry.key.text}"`, findings);
  const ids = rules.map(({ id }) => id);
  return (map?.entries ?? []).filter(({ key }) => isKnown(key, 'rule', ids, findings));
}

function ignoredPaths(ignore: ReadonlyMap<string, readonly Located[]>, source: Source): readonly IgnoredPath[] {
  return [...ignore].flatMap(([rule, paths]) =>
    paths.flatMap(({ text: path, at }) => {
      const found = new Findings(source);
      found.add(kinds.idleIgnore, { path, rule }, at);
      return found.diagnostics.map((unused) => ({ rule, path, unused }));
    }),
  );
}
