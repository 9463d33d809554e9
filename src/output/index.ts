/** Files in memory -> disk: plans, locks, whole files, the manifest, differences. */
export type { Change, ChangedFile } from './change.ts';
export { commit, type FolderChanges, hasLeftovers, removeLeftovers } from './commit.ts';
export { type Content, contentOf, keepContent, knownByDigest, textOf } from './content.ts';
export { diffLines } from './diff.ts';
export { namesIn, readExactText, readText } from './disk.ts';
export { OutputError } from './error.ts';
export { Folder } from './folder.ts';
export { whileLocked } from './lock.ts';
export { planFolder, type Wanted, type WantedFile } from './plan.ts';
export { Spool } from './spool.ts';
