/**
 * Comparison of two contracts: the changes that break callers of the old one. The bundle has this module in a
 * separate file (rolldown.config.js), which only `breaking` and `explain` load.
 */

export {
  type BreakingFinding,
  type BreakingResult,
  compareContracts,
  type UnusedIgnore,
} from './compare-contracts.ts';
export type { Direction, Reach } from './findings.ts';
export { type LoadedBreaking, loadBreaking, noSettings } from './load-settings.ts';
export { renderMarkdown } from './markdown.ts';
export { breakingCategories, type Category, type Rule, type RuleId, ruleIds, type Verdicts } from './rule.ts';
export { breakingRuleOf, breakingRules, breakingRuleTextOf } from './rule-catalogue.ts';
export { type BreakingSettings, defaultSettings } from './settings.ts';
export { verdictTexts, worstVerdicts } from './verdict-text.ts';
