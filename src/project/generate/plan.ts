import { Report } from '../../diagnostics/index.ts';
import { handlerFinder, planHandlers, retiredWarnings } from '../handlers/index.ts';
import { type ChangedFile, type Folder, type FolderPlan, planFolder, reportOutputError } from '../output/index.ts';
import type { PreparedTarget } from './prepare.ts';

/** The changes that all targets need, before any of them is made. */
export interface Plan {
  readonly folders: readonly FolderPlan[];
  /** Its own report, since a run may have to plan again. */
  readonly report: Report;
}

/**
 * Compares the artifacts with the disk.
 *
 * @param force overwrite files that soapwright did not write.
 */
export async function plan(targets: readonly PreparedTarget[], force: boolean): Promise<Plan> {
  const planned = await compare(targets, force);
  if (!hasChanges(planned) || targets.every(({ rebuild }) => rebuild === undefined)) return planned;
  const errors = new Report();
  const built: PreparedTarget[] = [];
  for (const target of targets) {
    const one = target.rebuild === undefined ? target : await target.rebuild(errors);
    if (one !== undefined) built.push(one);
  }
  // Only if a file has changed since it was read.
  return errors.hasErrors ? { folders: [], report: errors } : await compare(built, force);
}

async function compare(targets: readonly PreparedTarget[], force: boolean): Promise<Plan> {
  const folders: FolderPlan[] = [];
  const report = new Report();
  try {
    for (const { out, generated, handlers } of targets) {
      const hasHandler = handlers === undefined ? () => true : handlerFinder(handlers.folder, handlers.files);
      const planned = planFolder(out, generated, { force, hasHandler }, report);
      folders.push(planned);
      if (handlers === undefined) continue;
      const known = new Set(planned.previousOperations);
      folders.push(await planHandlers(handlers.folder, handlers.files, known, report));
      report.add(...retiredWarnings(handlers.folder, handlers.files, planned.retired));
    }
  } catch (error) {
    reportOutputError(error, report);
  }
  return { folders, report };
}

/** Without the contents. */
export function changedFiles({ folders }: Plan): readonly ChangedFile[] {
  return folders.flatMap(({ changes }) => changes.map(({ kind, path, shown }) => ({ kind, path, shown })));
}

/** Each folder that is written to, once. */
export function foldersOf(targets: readonly PreparedTarget[]): readonly Folder[] {
  const folders = targets.flatMap(({ out, handlers }) => (handlers === undefined ? [out] : [out, handlers.folder]));
  return [...new Map(folders.map((folder) => [folder.path, folder])).values()];
}

export function hasChanges({ folders }: Plan): boolean {
  return folders.some(({ changes, manifest }) => changes.length > 0 || manifest !== undefined);
}

/** Whether nothing may be written. An index of handlers that cannot be extended does not block other files. */
export function isBlocked({ report }: Plan): boolean {
  return report.diagnostics.some(({ severity, exit }) => severity === 'error' && exit > 1);
}
