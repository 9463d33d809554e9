import { relative, resolve, sep } from 'node:path';
import type { RunReport } from './run-report.ts';

/** Absolute paths. */
export interface Folders {
  /** What the paths of a report are relative to. */
  readonly current: string;
  /** What they shall be relative to: the root of the repository. */
  readonly root: string;
}

/** The report with paths from the root. Addresses stay, and absolute paths outside of the root. */
export function fromRoot(report: RunReport, { current, root }: Folders): RunReport {
  const pathOf = (file: string): string => pathFrom(root, file, current);
  const placed = <T extends { readonly file?: string | undefined }>(one: T): T =>
    one.file === undefined ? one : { ...one, file: pathOf(one.file) };
  return {
    ...report,
    folder: pathOf('.'),
    ...(report.files && { files: report.files.map(placed) }),
    diagnostics: report.diagnostics.map((one) => ({
      ...placed(one),
      ...(one.related && { related: one.related.map(placed) }),
      ...(one.edits && { edits: one.edits.map(placed) }),
    })),
    ...(report.sources && { sources: new Map([...report.sources].map(([file, text]) => [pathOf(file), text])) }),
  };
}

/** @param file relative to the current folder, absolute, or an address. */
function pathFrom(root: string, file: string, current: string): string {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(file)) return file;
  const absolute = resolve(current, file);
  const path = relative(root, absolute);
  const isOutside = path === '..' || path.startsWith(`..${sep}`) || resolve(path) === path;
  return (isOutside && resolve(file) === file ? file : path).replaceAll(sep, '/');
}
