import type { Contract } from '../../contract/index.ts';
import { completeLocation, type Diagnostic, inFileOrder, type Severity } from '../../diagnostics/index.ts';
import { pathMatcher } from '../lint/lint.ts';
import { type Reach, reachText, relatedOf, type Violation, Violations } from './findings.ts';
import type { Category, RuleId, Verdicts } from './rule.ts';
import { breakingRuleOf } from './rule-catalogue.ts';
import { ServiceComparison } from './service-comparison.ts';
import { activeRules, type BreakingSettings, defaultSettings } from './settings.ts';
import { Side } from './side.ts';
import { SourceComparison } from './source-comparison.ts';
import { worstVerdicts } from './verdict-text.ts';

/** A change that breaks peers. Its code is the rule's id, its position that in the new contract. */
export interface BreakingFinding extends Diagnostic {
  readonly rule: RuleId;
  readonly category: Category;
  /** Path of the component for `ignore_only`: `records/Order/Number`. */
  readonly path: string;
  /** Messages that hold the component, each with the operation that led to it first. Empty for names. */
  readonly reached: readonly { readonly message: Reach; readonly operation: string }[];
  readonly verdicts: Verdicts;
}

/** A path under `ignore_only` without a finding. */
export interface UnusedIgnore {
  readonly rule: string;
  readonly path: string;
}

export interface BreakingResult {
  /** Of the enabled rules, in the order of the new contract's files. */
  readonly findings: readonly BreakingFinding[];
  readonly unused: readonly UnusedIgnore[];
  /** The worst of all changes that are not ignored, whether their rules are enabled or not. */
  readonly verdicts: Verdicts;
}

/**
 * Compares two contracts. Servers are upgraded first: clients of the old contract stay. Both may have been loaded
 * from YAML or from a WSDL.
 */
export function compareContracts(
  before: Contract,
  after: Contract,
  settings: BreakingSettings = defaultSettings,
): BreakingResult {
  const violations = new Violations();
  const sides = {
    before: new Side(before, after.targetNamespace),
    after: new Side(after, after.targetNamespace),
  };
  new ServiceComparison(sides, violations).compare();
  new SourceComparison(sides, violations).compare();
  return resultOf(violations.all, settings);
}

function resultOf(violations: readonly Violation[], settings: BreakingSettings): BreakingResult {
  const active = activeRules(settings);
  const ignored = [...settings.ignoreOnly].flatMap(([rule, paths]) =>
    paths.map((path) => ({ rule, path, matches: pathMatcher(path), hits: 0 })),
  );
  const kept = violations.filter((violation) => {
    const hits = ignored.filter(({ rule, matches }) => rule === violation.rule && matches(violation.path));
    for (const hit of hits) hit.hits++;
    return hits.length === 0;
  });
  const findings = kept.flatMap((violation) => {
    const found = active.get(violation.rule);
    return found === undefined ? [] : [findingOf(violation, found.severity)];
  });
  const unused = ignored.filter(({ hits }) => hits === 0).map(({ rule, path }) => ({ rule, path }));
  return {
    findings: inFileOrder(findings),
    unused,
    verdicts: worstVerdicts(kept.flatMap(({ rule }) => breakingRuleOf(rule)?.verdicts ?? [])),
  };
}

function findingOf(violation: Violation, severity: Severity): BreakingFinding {
  const { rule: id, path, message, location, before, reached } = violation;
  const rule = breakingRuleOf(id);
  if (rule === undefined) throw new Error(`There is no rule ${id}.`);
  const isShown = reached.size > 0 && !path.startsWith('operations/');
  const related = relatedOf(before);
  return {
    code: id,
    rule: id,
    category: rule.category,
    severity,
    exit: severity === 'error' ? 1 : 0,
    message: isShown ? `${message} It is in ${reachText(reached)}.` : message,
    remedy: rule.remedy,
    ...completeLocation(location),
    ...(related.length > 0 && { related }),
    path,
    reached: [...reached].map(([reach, operation]) => ({ message: reach, operation })),
    verdicts: rule.verdicts,
  };
}
