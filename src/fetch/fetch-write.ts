import { fetching as kinds, Report, report } from '../diagnostics/index.ts';
import type { ChangedFile, FolderChanges } from '../project/index.ts';
import {
  commit,
  type Folder,
  hasLeftovers,
  removeLeftovers,
  reportOutputError,
  whileLocked,
} from '../project/index.ts';
import { type FetchSettings, type FetchTask, fetchFiles } from './fetch.ts';
import { contentOfCrawl, type FolderContent, planFetched } from './fetched-folder.ts';

export interface WriteSettings extends FetchSettings {
  /** Overwrite files that were not fetched or were changed since. */
  readonly force: boolean;
  /** In milliseconds: how long to wait for another run on the same folders. */
  readonly patience: number;
  /** Further files that are written together with those that were fetched. */
  readonly also?: ((contracts: readonly FetchedContract[]) => readonly FolderChanges[]) | undefined;
}

/** A WSDL that was fetched. */
export interface FetchedContract {
  readonly folder: Folder;
  /** Name of the WSDL in the folder. */
  readonly main: string;
}

export interface FetchResult {
  readonly changes: readonly ChangedFile[];
  readonly unchanged: number;
  /** Empty if there are errors. */
  readonly contracts: readonly FetchedContract[];
}

const nothing: FetchResult = { changes: [], unchanged: 0, contracts: [] };

/** Fetches all, and writes the files that differ. Nothing is written unless everything was fetched and can be written. */
export async function fetchAll(tasks: readonly FetchTask[], settings: WriteSettings): Promise<FetchResult> {
  const { report: to, patience, also, force } = settings;
  const fetched: { readonly task: FetchTask; readonly content: FolderContent }[] = [];
  const catalogued = new Set<string>();
  for (const task of tasks) {
    const found = await fetchFiles(task, settings);
    if (found === undefined) continue;
    fetched.push({ task, content: contentOfCrawl(found, task, task.lock) });
    for (const namespace of found.catalogued) catalogued.add(namespace);
  }
  if (to.hasErrors) return nothing;
  if (catalogued.size > 0) {
    to.add(report(kinds.catalogued, { namespaces: [...catalogued].join(', ') }));
  }
  const contracts = fetched.map(({ task, content }) => ({ folder: task.folder, main: content.main }));
  const folders = contracts.map(({ folder }) => folder);
  const plan = (report: Report): Planned => {
    const plans = fetched.map(({ task, content }) => planFetched(task.folder, content, task.lock, force, report));
    const unchanged = plans.reduce((sum, one) => sum + one.unchanged, 0);
    return { folders: [...plans, ...(also?.(contracts) ?? [])], unchanged, report };
  };
  try {
    let planned = plan(new Report());
    if (!planned.report.hasErrors && (planned.folders.some(hasChanges) || hasLeftovers(folders))) {
      await whileLocked(folders, patience, () => {
        folders.forEach(removeLeftovers);
        // Another run may have changed the files in the meantime.
        planned = plan(new Report());
        if (planned.report.hasErrors) return;
        settings.onProgress?.('Writing');
        commit(planned.folders);
      });
    }
    to.add(...planned.report.diagnostics);
    if (to.hasErrors) return nothing;
    return { changes: planned.folders.flatMap(changedFiles), unchanged: planned.unchanged, contracts };
  } catch (error) {
    reportOutputError(error, to);
    return nothing;
  }
}

interface Planned {
  readonly folders: readonly FolderChanges[];
  readonly unchanged: number;
  /** Its own, since a run may have to plan again. */
  readonly report: Report;
}

function hasChanges({ changes, manifest }: FolderChanges): boolean {
  return changes.length > 0 || manifest !== undefined;
}

function changedFiles({ changes, manifest }: FolderChanges): readonly ChangedFile[] {
  const files = changes.map(({ kind, path, shown }) => ({ kind, path, shown }));
  if (manifest === undefined || files.length > 0) return files;
  // The lock file is named only where it is all that changes.
  return [{ kind: 'update', path: manifest.path, shown: manifest.shown }];
}
