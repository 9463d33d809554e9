import { type Diagnostic, hasErrors } from '../diagnostics/index.ts';
import { type Extender, handlerFinder, planHandlers, retiredWarnings } from '../handlers/index.ts';
import { type ChangedFile, type Folder, type FolderChanges, OutputError, planFolder } from '../output/index.ts';
import type { Prepared } from './prepare.ts';

/** What has to happen on disk. Nothing has happened yet. */
export interface Plan {
  readonly folders: readonly FolderChanges[];
  /** Files that are as they are to be. */
  readonly unchanged: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Planning {
  /** Overwrite files that soapwright did not write. */
  readonly force: boolean;
  readonly extend: Extender;
}

/** Compares everything with the disk. Input that fails becomes a diagnostic. */
export async function plan(prepared: readonly Prepared[], options: Planning): Promise<Plan> {
  const folders: FolderChanges[] = [];
  const diagnostics: Diagnostic[] = [];
  let unchanged = 0;
  try {
    for (const { out, wanted, handlers } of prepared) {
      const isLeft = handlers === undefined ? () => true : handlerFinder(handlers.folder, handlers.files);
      const generated = planFolder(out, wanted, { force: options.force, isLeft });
      folders.push(generated);
      diagnostics.push(...generated.diagnostics);
      unchanged += generated.unchanged;
      if (handlers === undefined) continue;
      const known = new Set(generated.before.operations);
      const handled = await planHandlers(handlers.folder, handlers.files, known, options.extend);
      folders.push(handled);
      diagnostics.push(...handled.diagnostics);
      diagnostics.push(...retiredWarnings(handlers.folder, handlers.files, generated.retired));
      unchanged += handled.unchanged;
    }
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    diagnostics.push(error.diagnostic);
  }
  return { folders, unchanged, diagnostics };
}

/** Without what the files are to hold, which is not for keeping. */
export function changesOf({ folders }: Plan): readonly ChangedFile[] {
  return folders.flatMap(({ changes }) => changes.map(({ kind, path, shown }) => ({ kind, path, shown })));
}

/** Every folder that is, or would be, written to, each once. */
export function foldersOf(prepared: readonly Prepared[]): readonly Folder[] {
  const folders = prepared.flatMap(({ out, handlers }) => (handlers === undefined ? [out] : [out, handlers.folder]));
  return [...new Map(folders.map((folder) => [folder.path, folder])).values()];
}

/** Whether there is anything to write. */
export function isNeeded({ folders }: Plan): boolean {
  return folders.some(({ changes, manifest }) => changes.length > 0 || manifest !== undefined);
}

/** An index that cannot be added to is a finding, and the rest is written all the same; after other errors nothing is. */
export function isBlocked({ diagnostics }: Plan): boolean {
  return hasErrors(diagnostics.filter(({ exit }) => exit > 1));
}
