import { chmodSync, linkSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change, ManifestChange } from './change.ts';
import { type Content, contentOf } from './content.ts';
import { namesIn } from './disk.ts';
import { systemCode, unwritable } from './error.ts';
import type { Folder } from './folder.ts';
import { breakName, lockName } from './lock.ts';
import { type MadeFolder, makeFolder, removeEmptyFolders, removeIfEmpty } from './made-folder.ts';

/** What is to happen in one folder. */
export interface FolderChanges {
  readonly folder: Folder;
  readonly changes: readonly Change[];
  readonly manifest?: ManifestChange | undefined;
}

/** A text that lies beside the file that it is to become. */
interface Staged {
  readonly temporary: string;
  readonly path: string;
  readonly shown: string;
  readonly exclusive: boolean;
}

/** What soapwright's temporary files are called. */
const temporaryPattern = /^\.soapwright-\d+-\d+\.tmp$/;

/**
 * Makes the changes. All texts are written beside their files before the first file is touched, so that a full disk or
 * a folder that cannot be written to changes nothing; then each becomes its file in one step. Whatever stops this at
 * whatever moment, each file is whole, the old one or the new one, and the next run goes on from there.
 *
 * To be called while the folders are locked. Nothing in it waits, so that no signal comes between its steps.
 *
 * @throws {OutputError} `Unwritable`
 */
export function commit(folders: readonly FolderChanges[]): void {
  const made: MadeFolder[] = [];
  const staged: Staged[] = [];
  const stage = (path: string, shown: string, content: Content, exclusive = false): Staged => {
    const file = { temporary: temporaryFor(path, staged.length), path, shown, exclusive };
    staged.push(file);
    writeTemporary(file, content);
    return file;
  };
  try {
    const perFolder = folders.map(({ folder, changes, manifest }) => {
      made.push(makeFolder(folder.path, folder.shown));
      const texts = changes.filter((change) => change.kind !== 'delete');
      const parents = new Map(texts.map(({ path, shown }) => [dirname(path), shown]));
      for (const [parent, shown] of parents) made.push(makeFolder(parent, shown));
      return {
        during: manifest && stage(manifest.path, manifest.shown, contentOf(manifest.during)),
        files: texts.map((change) =>
          stage(change.path, change.shown, change.content, change.kind === 'create' && change.exclusive),
        ),
        after: manifest && stage(manifest.path, manifest.shown, contentOf(manifest.text)),
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
    for (const folder of made.reverse()) removeIfEmpty(folder);
  }
}

/** Whether a run that was cut off has left something in one of the folders. */
export function hasLeftovers(folders: Iterable<Folder>): boolean {
  for (const folder of folders) if (leftoversIn(folder.path, folder.shown).length > 0) return true;
  return false;
}

/** Removes what runs that were cut off have left. To be called while the folder is locked: nobody else's is in it. */
export function removeLeftovers({ path, shown }: Folder): void {
  for (const name of leftoversIn(path, shown)) if (name !== lockName) removeQuietly(join(path, name));
}

function leftoversIn(path: string, shown: string): readonly string[] {
  return namesIn(path, shown).filter((name) => temporaryPattern.test(name) || name === lockName || name === breakName);
}

function temporaryFor(path: string, number: number): string {
  return join(dirname(path), `.soapwright-${process.pid}-${number}.tmp`);
}

function writeTemporary({ temporary, path, shown, exclusive }: Staged, content: Content): void {
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

function publish({ temporary, path, shown, exclusive }: Staged): void {
  try {
    if (exclusive) linkNew(temporary, path);
    else renameSync(temporary, path);
  } catch (error) {
    throw unwritable(shown, error);
  }
}

/** Makes the file, unless there is one by now. */
function linkNew(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return;
    // A file system without hard links.
    if (modeOf(path) === undefined) renameSync(temporary, path);
  }
}

function remove({ path, shown }: Change, folder: Folder): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw unwritable(shown, error);
  }
  if (dirname(path) !== folder.path) removeEmptyFolders(dirname(path), folder.path);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Most have become files already. What cannot be removed now, the next run removes.
  }
}
