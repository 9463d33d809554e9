/** The commands as functions. They never print or exit, and return diagnostics instead of throwing. */

export type { Diagnostic, Edit, ExitCode, Related, Severity, SourceLocation } from './diagnostics/index.ts';
export {
  type FileResult,
  type MachineFormat,
  machineFormats,
  type RunReport,
  renderReport,
  renderText,
  type TextOptions,
} from './diagnostics/index.ts';
export { type FormattedFile, type FormattedFiles, formatFiles } from './editor/index.ts';
export type { ChangedFile, Plugin, PluginFile, PluginInput } from './project/index.ts';
export {
  BuildCache,
  type CheckOptions,
  type CheckResult,
  check,
  configOfFlags,
  type Finding,
  type Flags,
  type GenerateOptions,
  type GenerateResult,
  generate,
  type ImportExtension,
  type LoadedConfig,
  loadConfig,
  type PrepareOptions,
  type Target,
  withFlags,
} from './project/index.ts';
export type { BreakingFinding, BreakingSettings, LintFinding, LintSettings, Verdicts } from './rules/index.ts';
export {
  type ComparedFiles,
  type CompareFilesOptions,
  compareFiles,
  type LintContractOptions,
  type LintedContract,
  lintContract,
} from './rules/index.ts';
