/** What the command line does, for programs: nothing here prints, exits or throws at what is wrong with a contract. */
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
  type CheckResult,
  check,
  type Finding,
  type GenerateOptions,
  type GenerateResult,
  generate,
  type Memory,
  memoryNear,
  type PrepareOptions,
} from './generate/index.ts';
export type { ChangedFile } from './output/index.ts';
