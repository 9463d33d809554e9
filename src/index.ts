/** The commands as functions. They never print or exit, and return diagnostics instead of throwing. */
export {
  configOfFlags,
  type Flags,
  type ImportExtension,
  type LoadedConfig,
  loadConfig,
  type Target,
  withFlags,
} from './config/index.ts';
export type { Diagnostic, ExitCode, Related, Severity, SourceLocation } from './diagnostics/index.ts';
export { type OutputFormat, outputFormats, type RenderOptions, render } from './diagnostics/index.ts';
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
export type { ChangedFile } from './output/index.ts';
