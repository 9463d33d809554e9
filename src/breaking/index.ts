/** Comparison of two contracts: what the new one breaks for callers of the old one. Pure. */

export {
  type BreakingFinding,
  type BreakingResult,
  compareContracts,
  type UnusedIgnore,
} from './compare-contracts.ts';
export type { Direction, Reach } from './findings.ts';
export { type Category, categories, type Rule, type RuleId, ruleIds, type Verdicts } from './rule.ts';
export { breakingRuleOf, breakingRules } from './rule-catalogue.ts';
export { type BreakingSettings, defaultSettings, ruleNames } from './settings.ts';
