/** The generator without a disk, for other programs, editors and browsers: texts in, texts out. */

export type { Contract, ResolvedService } from '../../contract/index.ts';
export type { Diagnostic, Edit, ExitCode, Related, Severity, SourceLocation } from '../../diagnostics/index.ts';
export type { TargetSettings } from '../config/target.ts';
export type { Plugin, PluginFile, PluginInput } from '../plugins/plugin.ts';
export {
  type GeneratedText,
  type GenerateFilesInput,
  type GenerateFilesResult,
  generateFiles,
} from './generate-files.ts';
