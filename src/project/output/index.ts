/** Writes generated files to disk: plan, lock, commit, manifest, and differences for `check`. */
export { type Change, type ChangedFile, commit, type FolderChanges, hasLeftovers, removeLeftovers } from './commit.ts';
export { type Content, ContentStore, contentOf, contentText, digestOnly, storeContent } from './content.ts';
export { diffLines } from './diff.ts';
export { namesIn, readText, readUtf8, reportOutputError } from './disk.ts';
export { Folder } from './folder.ts';
export {
  componentNamesIn,
  type FolderPlan,
  type GeneratedFile,
  type GeneratedFiles,
  isCurrent,
  type OutputFolderPlan,
  planFolder,
} from './folder-plan.ts';
export { whileLocked } from './lock.ts';
export { type ComponentNames, sortedNames } from './manifest.ts';
