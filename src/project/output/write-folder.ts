import { resolve } from 'node:path';
import { Report } from '../../diagnostics/index.ts';
import { type ChangedFile, commit, hasLeftovers, removeLeftovers } from './commit.ts';
import { contentOf } from './content.ts';
import { reportOutputError } from './disk.ts';
import { Folder } from './folder.ts';
import { type OutputFolderPlan, planFolder } from './folder-plan.ts';
import { whileLocked } from './lock.ts';

export interface WriteFolderOptions {
  /** The folder that `folder` is relative to; absolute. */
  readonly current: string;
  /** Overwrite files that soapwright did not write. */
  readonly force: boolean;
  /** In milliseconds: how long to wait for another run on the same folder. */
  readonly patience: number;
}

export interface WrittenFolder {
  readonly changes: readonly ChangedFile[];
  readonly unchanged: number;
}

/**
 * Writes files without code into a folder with a manifest: those that differ, and without those of an earlier run that
 * are not among them. Nothing is written after an error, which is in the report.
 *
 * @param files texts by paths below the folder.
 */
export async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, string>,
  { current, force, patience }: WriteFolderOptions,
  to: Report,
): Promise<WrittenFolder> {
  const place = new Folder(resolve(current, folder), folder);
  const generated = {
    files: [...files].map(([path, text]) => ({ path, content: contentOf(text) })),
    generation: 0,
    operations: [],
  };
  const plan = (report: Report): OutputFolderPlan =>
    planFolder(place, generated, { force, hasHandler: () => false }, report);
  try {
    let report = new Report();
    let planned = plan(report);
    if (!report.hasErrors && (planned.changes.length > 0 || planned.manifest !== undefined || hasLeftovers([place]))) {
      await whileLocked([place], patience, () => {
        removeLeftovers(place);
        // Another run may have changed the files in the meantime.
        report = new Report();
        planned = plan(report);
        if (!report.hasErrors) commit([planned]);
      });
    }
    to.add(...report.diagnostics);
    if (to.hasErrors) return { changes: [], unchanged: 0 };
    const changes = planned.changes.map(({ kind, path, shown }) => ({ kind, path, shown }));
    return { changes, unchanged: planned.unchanged };
  } catch (error) {
    reportOutputError(error, to);
    return { changes: [], unchanged: 0 };
  }
}
