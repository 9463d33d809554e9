/** The commands as functions. They never print or exit, and return diagnostics instead of throwing. */

export type { BreakingFinding, BreakingSettings, Verdicts } from './breaking/index.ts';
export {
  configOfFlags,
  type Flags,
  type ImportExtension,
  type LoadedConfig,
  loadConfig,
  type Target,
  withFlags,
} from './config/index.ts';
export type { Diagnostic, Edit, ExitCode, Related, Severity, SourceLocation } from './diagnostics/index.ts';
export { type FormattedFile, type FormattedFiles, formatFiles } from './format/index.ts';
export {
  BuildCache,
  type CheckOptions,
  type CheckResult,
  check,
  type Finding,
  type GenerateOptions,
  type GenerateResult,
  generate,
  type PrepareOptions,
} from './generate/index.ts';
export type { LintFinding, LintSettings } from './lint/index.ts';
export type { ChangedFile } from './output/index.ts';
export type { Plugin, PluginFile, PluginInput } from './plugins/plugin.ts';
export { type MachineFormat, machineFormats } from './reports/formats.ts';
export { type FileResult, type RunReport, renderReport } from './reports/index.ts';
export { renderText, type TextOptions } from './reports/text.ts';
export { type ComparedFiles, type CompareFilesOptions, compareFiles } from './scripts/compare-files.ts';
export { type LintContractOptions, type LintedContract, lintContract } from './scripts/lint-contract.ts';
