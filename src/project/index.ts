/** A project: its configuration, its contracts, and the files that are generated for it. */
export {
  type Baseline,
  type ComparedTarget,
  isBeforeConfiguration,
  type LoadedTarget,
  loadContractOf,
  loadOld,
  type OldContract,
  openBaseline,
} from './baseline/index.ts';
export { findConfig } from './config/find-config.ts';
export {
  atNames,
  type Config,
  configFileName,
  configOfFlags,
  type Flags,
  type ImportExtension,
  type LoadedConfig,
  loadConfig,
  overridesOf,
  type Target,
  type WsdlFlags,
  withFlags,
  wsdlFlagsOf,
} from './config/index.ts';
export { projectLayout } from './config/project-layout.ts';
export { repositoryOf } from './config/repository.ts';
export { type ImportOutcome, importWsdl } from './generate/import-wsdl.ts';
export {
  BuildCache,
  type CheckOptions,
  type CheckResult,
  check,
  type Finding,
  type GenerateOptions,
  type GenerateResult,
  generate,
  init,
  inputFiles,
  outputFiles,
  type PrepareOptions,
} from './generate/index.ts';
export type { FilePath } from './output/commit.ts';
export { sameText } from './output/content.ts';
export { readBytes } from './output/disk.ts';
export { isConfined } from './output/folder.ts';
export {
  type Change,
  type ChangedFile,
  type Content,
  commit,
  contentOf,
  diffLines,
  Folder,
  type FolderChanges,
  hasLeftovers,
  readText,
  removeLeftovers,
  reportOutputError,
  whileLocked,
} from './output/index.ts';
export { byCodeUnits } from './output/manifest.ts';
export { type WriteFolderOptions, type WrittenFolder, writeFolder } from './output/write-folder.ts';
export type { Plugin, PluginFile, PluginInput } from './plugins/plugin.ts';
export { recipes } from './recipes/index.ts';
export { shellWord } from './recipes/shell-word.ts';
