/**
 * Rules for contracts, and pages that explain them. The command has all of it in a file of its own (rolldown.config.js):
 * it is read for `lint` and `explain` alone, and only through this door.
 */
export { ruleOf, rules } from './catalogue.ts';
export { type CodePage, listText, type Page, pageOf, pages, pageText, type RulePage } from './explain-pages.ts';
export { type LintedFiles, type LintFilesOptions, type LintTarget, lintFiles } from './files.ts';
export { type IdleIgnore, type LintFinding, type LintResult, lint } from './lint.ts';
export { type IgnoredPath, type LoadedSettings, loadSettings } from './read-settings.ts';
export { type Category, categories, type Preset, presets, type Rule } from './rule.ts';
export { renderSarif } from './sarif.ts';
export { type ActiveRule, activeRules, defaultSettings, type LintSettings } from './settings.ts';
export type { Subject } from './subject.ts';
