import { pageAddress, type RuleText } from '../../diagnostics/index.ts';
import { breakingCategories, type Rule, type RuleDefinition, type RuleId, ruleIds } from './rule.ts';
import { contractRules } from './rules/contract.ts';
import { sourceRules } from './rules/source.ts';
import { fieldRules } from './rules/wire-fields.ts';
import { serviceRules } from './rules/wire-service.ts';
import { strictRules } from './rules/wire-strict.ts';

const definitions: Readonly<Record<RuleId, RuleDefinition>> = {
  ...serviceRules,
  ...fieldRules,
  ...strictRules,
  ...contractRules,
  ...sourceRules,
};

/** All rules, by category. */
export const breakingRules: readonly Rule[] = breakingCategories.flatMap((category) =>
  ruleIds[category].map((id): Rule => ({ severity: 'error', ...definitions[id], id, category })),
);

const byId: ReadonlyMap<string, Rule> = new Map(breakingRules.map((rule) => [rule.id, rule]));

/** Undefined for an unknown id. */
export function breakingRuleOf(id: string): Rule | undefined {
  return byId.get(id);
}

/** The rule as formats tell of it. */
export function breakingRuleTextOf(id: string): RuleText | undefined {
  const rule = breakingRuleOf(id);
  if (rule === undefined) return undefined;
  const { summary, breaks, remedy, severity, category } = rule;
  return { summary, why: breaks, remedy, severity, category, helpUri: pageAddress(id) };
}
