/** Rules for contracts (`lint`), for changes of contracts (`breaking`), and their pages (`explain`). */
export {
  type BreakingFinding,
  type BreakingResult,
  type BreakingSettings,
  breakingCategories,
  breakingRules,
  breakingRuleTextOf,
  compareContracts,
  type LoadedBreaking,
  loadBreaking,
  noSettings,
  renderMarkdown,
  type Verdicts,
  verdictTexts,
  worstVerdicts,
} from './breaking/index.ts';
export { listText, pageOf, pages, pageText } from './explain/index.ts';
export {
  defaultSettings,
  type LintFinding,
  type LintSettings,
  type LoadedSettings,
  lint,
  lintCategories,
  lintFiles,
  loadSettings,
  presets,
  rules,
  rulesOfLoader,
  ruleTextOf,
} from './lint/index.ts';
export { type ComparedFiles, type CompareFilesOptions, compareFiles } from './scripts/compare-files.ts';
export { type LintContractOptions, type LintedContract, lintContract } from './scripts/lint-contract.ts';
