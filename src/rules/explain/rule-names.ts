import type { RuleNames } from '../../contract/index.ts';
import { breakingCategories } from '../breaking/rule.ts';
import { breakingRules } from '../breaking/rule-catalogue.ts';
import { lintCategories, presets } from '../lint/rule.ts';
import { rules as lintRules } from '../lint/rule-catalogue.ts';

/** The names of all rules, for the JSON Schema of soapwright.yaml. */
export const ruleNames: RuleNames = {
  presets,
  lintCategories,
  lintRules: lintRules.map(({ id }) => id),
  breakingCategories,
  breakingRules: breakingRules.map(({ id }) => id),
};
