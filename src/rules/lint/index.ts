/**
 * Rules for contracts. The bundle has this module in a separate file (rolldown.config.js), which only `lint` loads.
 */

export type { Subject } from './contract-view.ts';
export { type LintFinding, type LintResult, lint, type UnusedIgnore } from './lint.ts';
export { type LintedFiles, type LintFilesOptions, type LintTarget, lintFiles, rulesOfLoader } from './lint-files.ts';
export {
  type ActiveRule,
  defaultSettings,
  type LintSettings,
  type LoadedSettings,
  loadSettings,
} from './lint-settings.ts';
export { type Category, lintCategories, type Preset, presets, type Rule } from './rule.ts';
export { rules, ruleTextOf } from './rule-catalogue.ts';
export type { IgnoredPath } from './rule-settings.ts';
