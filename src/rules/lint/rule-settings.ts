import type { MapEntry } from '../../contract/index.ts';
import {
  Entries,
  type Located,
  readChoice,
  readConstruct,
  readList,
  readMap,
  readName,
  readYaml,
} from '../../contract/index.ts';
import { type Diagnostic, Findings, lint as kinds, type Severity, type Source } from '../../diagnostics/index.ts';

/* The settings of rules in soapwright.yaml: of `lint` and of `breaking`. */

/** The entries of a section of a soapwright.yaml, without diagnostics for the rest of the file. Undefined if it is absent. */
export function readSection(source: Source, name: 'lint' | 'breaking', findings: Findings): Entries | undefined {
  const silent = new Findings(source);
  const root = readYaml(silent);
  const map = root && readMap(root, 'A soapwright.yaml', silent);
  const entry = map && readConstruct(map, 'configuration', silent).get(name);
  if (entry === undefined) return undefined;
  const section = readMap(entry.value, `"${name}"`, findings);
  return section ? readConstruct(section, name, findings) : new Entries(findings);
}

/** Names of rules and of groups of them. Unknown ones are reported, and left out. */
export function readNames(
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

/** @param ids of all rules. */
export function readSeverities(
  entry: MapEntry | undefined,
  ids: readonly string[],
  findings: Findings,
): ReadonlyMap<string, Severity | 'off'> {
  const severity = new Map<string, Severity | 'off'>();
  for (const rule of ruleEntries(entry, ids, findings)) {
    const value = readName(rule, findings);
    const word = value && readChoice(value, severities, 'severity', findings);
    if (word !== undefined) severity.set(rule.key.text, word);
  }
  return severity;
}

/** Paths by rule. @param ids of all rules. */
export function readIgnore(
  entry: MapEntry | undefined,
  ids: readonly string[],
  findings: Findings,
): ReadonlyMap<string, readonly Located[]> {
  const ignore = new Map<string, readonly Located[]>();
  for (const rule of ruleEntries(entry, ids, findings)) {
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
function ruleEntries(entry: MapEntry | undefined, ids: readonly string[], findings: Findings): readonly MapEntry[] {
  const map = entry && readMap(entry.value, `"${entry.key.text}"`, findings);
  return (map?.entries ?? []).filter(({ key }) => isKnown(key, 'rule', ids, findings));
}

/** With the diagnostics for unused paths. */
export function ignoredPaths(ignore: ReadonlyMap<string, readonly Located[]>, source: Source): readonly IgnoredPath[] {
  return [...ignore].flatMap(([rule, paths]) =>
    paths.flatMap(({ text: path, at }) => {
      const found = new Findings(source);
      found.add(kinds.idleIgnore, { path, rule }, at);
      return found.diagnostics.map((unused) => ({ rule, path, unused }));
    }),
  );
}

export interface IgnoredPath {
  readonly rule: string;
  readonly path: string;
  /** Reported if no finding has the path. */
  readonly unused: Diagnostic;
}
