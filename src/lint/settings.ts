import type { Severity } from '../diagnostics/index.ts';
import { rules } from './catalogue.ts';
import { categories, presets, type Rule } from './rule.ts';

/** What `lint` in soapwright.yaml says. */
export interface LintSettings {
  /** Presets, categories and ids of rules. */
  readonly use: readonly string[];
  /** Categories and ids. */
  readonly except: readonly string[];
  /** By id. A rule that has a severity here is in use, whatever `use` says. */
  readonly severity: ReadonlyMap<string, Severity | 'off'>;
  /** Paths of components by id: what lies below them is meant too, and `*` stands for any part of a name. */
  readonly ignore: ReadonlyMap<string, readonly string[]>;
}

export const defaultSettings: LintSettings = {
  use: ['recommended'],
  except: [],
  severity: new Map(),
  ignore: new Map(),
};

/** A rule with the severity that it has here. */
export interface ActiveRule {
  readonly rule: Rule;
  readonly severity: Severity;
}

/** The rules in use, in the catalogue's order. Unknown names mean nothing: they were reported when they were read. */
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
