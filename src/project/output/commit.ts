import { chmodSync, linkSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Content, contentOf } from './content.ts';
import {
  type EnsuredFolder,
  ensureFolder,
  namesIn,
  removeEmptyFolders,
  removeIfEmpty,
  removeQuietly,
  systemCode,
  unwritable,
} from './disk.ts';
import type { Folder } from './folder.ts';
import { breakName, lockName } from './lock.ts';

/** A file that a commit creates, updates or deletes. */
export type Change = Creation | Update | Deletion;

/** A change without the new content. */
export interface ChangedFile extends FilePath {
  readonly kind: Change['kind'];
}

export interface FilePath {
  /** Absolute. */
  readonly path: string;
  /** As messages show it: relative to the working directory, like the user's paths. */
  readonly shown: string;
}

interface Creation extends FilePath {
  readonly kind: 'create';
  readonly content: Content;
  /** Keep a file that was created after planning: handlers belong to the user. */
  readonly exclusive: boolean;
}

interface Update extends FilePath {
  readonly kind: 'update';
  readonly content: Content;
}

interface Deletion extends FilePath {
  readonly kind: 'delete';
}

/** The changes of one folder. */
export interface FolderChanges {
  readonly folder: Folder;
  readonly changes: readonly Change[];
  readonly manifest?: ManifestChange | undefined;
}

export interface ManifestChange extends FilePath {
  /** Lists old and new files. It is written first, so that an interrupted run leaves no unlisted file. */
  readonly during: string;
  readonly text: string;
}

/** A new text in a temporary file beside its destination. */
interface StagedFile extends FilePath {
  readonly temporary: string;
  readonly exclusive: boolean;
}

/** Names of temporary files. */
const temporaryPattern = /^\.soapwright-\d+-\d+\.tmp$/;

/**
 * Carries out the changes. All new texts are staged before the first file is replaced, so that a full disk or a
 * read-only folder changes nothing; then each is renamed to its destination. Each file is complete at any time, the
 * old one or the new one, and the next run continues after a run that was killed.
 *
 * Call it while the folders are locked. It is synchronous, so that no signal interrupts it.
 *
 * @throws {OutputError} `Unwritable`
 */
export function commit(folders: readonly FolderChanges[]): void {
  const ensured: EnsuredFolder[] = [];
  const staged: StagedFile[] = [];
  const stage = ({ path, shown }: FilePath, content: Content, exclusive = false): StagedFile => {
    const temporary = join(dirname(path), `.soapwright-${process.pid}-${staged.length}.tmp`);
    const file = { temporary, path, shown, exclusive };
    staged.push(file);
    writeTemporary(file, content);
    return file;
  };
  try {
    const perFolder = folders.map(({ folder, changes, manifest }) => {
      ensured.push(ensureFolder(folder.path, folder.shown));
      const written = changes.filter((change) => change.kind !== 'delete');
      const parents = new Map(written.map(({ path, shown }) => [dirname(path), shown]));
      for (const [parent, shown] of parents) ensured.push(ensureFolder(parent, shown));
      return {
        during: manifest && stage(manifest, contentOf(manifest.during)),
        files: written.map((change) => stage(change, change.content, change.kind === 'create' && change.exclusive)),
        after: manifest && stage(manifest, contentOf(manifest.text)),
      };
    });
    for (const { during } of perFolder) if (during !== undefined) publish(during);
    for (const { files } of perFolder) for (const file of files) publish(file);
    for (const { folder, changes } of folders) {
      for (const change of changes) if (change.kind === 'delete') remove(change, folder);
    }
    for (const { after } of perFolder) if (after !== undefined) publish(after);
  } finally {
    for (const { temporary } of staged) removeQuietly(temporary);
    for (const folder of ensured.reverse()) removeIfEmpty(folder);
  }
}

/** Whether an interrupted run left files in one of the folders. */
export function hasLeftovers(folders: readonly Folder[]): boolean {
  return folders.some((folder) => leftoversIn(folder).length > 0);
}

/** Removes what interrupted runs left. Call it while the folder is locked: then no other run has files in it. */
export function removeLeftovers(folder: Folder): void {
  for (const name of leftoversIn(folder)) if (name !== lockName) removeQuietly(join(folder.path, name));
}

function leftoversIn({ path, shown }: Folder): readonly string[] {
  return namesIn(path, shown).filter((name) => temporaryPattern.test(name) || name === lockName || name === breakName);
}

function writeTemporary({ temporary, path, shown, exclusive }: StagedFile, content: Content): void {
  try {
    let flag = 'wx';
    for (const chunk of content.bytes()) {
      writeFileSync(temporary, chunk, { flag });
      flag = 'a';
    }
    const mode = exclusive ? undefined : modeOf(path);
    if (mode !== undefined) chmodSync(temporary, mode);
  } catch (error) {
    throw unwritable(shown, error);
  }
}

function modeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mode;
}

function publish({ temporary, path, shown, exclusive }: StagedFile): void {
  try {
    if (exclusive) linkUnlessExists(temporary, path);
    else renameSync(temporary, path);
  } catch (error) {
    throw unwritable(shown, error);
  }
}

function linkUnlessExists(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return;
    // A file system without hard links.
    if (modeOf(path) === undefined) renameSync(temporary, path);
  }
}

function remove({ path, shown }: FilePath, folder: Folder): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw unwritable(shown, error);
  }
  if (dirname(path) !== folder.path) removeEmptyFolders(dirname(path), folder.path);
}
