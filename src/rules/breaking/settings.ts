import type { Severity } from '../../diagnostics/index.ts';
import { breakingCategories, type Category, type Rule } from './rule.ts';
import { breakingRules } from './rule-catalogue.ts';

/** Settings of rules from the key `breaking` of soapwright.yaml. */
export interface BreakingSettings {
  /** Categories, each with the ones before it, and ids of rules. */
  readonly use: readonly string[];
  /** Categories, each without the ones before it, and ids. */
  readonly except: readonly string[];
  /** Paths of components by rule id, including everything below; `*` matches any part of a name. */
  readonly ignoreOnly: ReadonlyMap<string, readonly string[]>;
  /** By rule id. A severity enables the rule, even if `use` does not contain it. */
  readonly severity: ReadonlyMap<string, Severity | 'off'>;
}

export const defaultSettings: BreakingSettings = {
  use: ['WIRE_STRICT'],
  except: [],
  ignoreOnly: new Map(),
  severity: new Map(),
};

/** A rule with its configured severity. */
export interface ActiveRule {
  readonly rule: Rule;
  readonly severity: Severity;
}

/** The enabled rules by id. */
export function activeRules({ use, except, severity }: BreakingSettings): ReadonlyMap<string, ActiveRule> {
  const active = breakingRules.flatMap((rule): [string, ActiveRule][] => {
    const set = severity.get(rule.id);
    const isUsed =
      use.some((name) => isIn(name, rule)) && !except.some((name) => name === rule.id || name === rule.category);
    if (set === 'off' || (set === undefined && !isUsed)) return [];
    return [[rule.id, { rule, severity: set ?? rule.severity }]];
  });
  return new Map(active);
}

/** Whether a category, or one that it contains, has the rule. */
function isIn(name: string, { id, category }: Rule): boolean {
  const names: readonly string[] = breakingCategories;
  return name === id || names.indexOf(name) >= names.indexOf(category satisfies Category);
}

/** Names that `use` and `except` may have. */
export function ruleNames(): readonly string[] {
  return [...breakingCategories, ...breakingRules.map(({ id }) => id)];
}
