import { relative, resolve, sep } from 'node:path';
import type { Diagnostic } from '../diagnostic.ts';
import type { RunReport } from './run-report.ts';

/** Absolute paths. */
export interface Folders {
  /** The folder that the report's paths start at. */
  readonly current: string;
  /** The folder that the new paths start at: the root of the repository. */
  readonly root: string;
}

/** The report with paths from the root. Addresses stay, and absolute paths outside of the root. */
export function fromRoot(report: RunReport, { current, root }: Folders): RunReport {
  const pathOf = (file: string): string => pathFrom(root, file, current);
  const placed = <T extends Placed>(one: T): T => placedIn(one, pathOf);
  return {
    ...report,
    folder: pathOf('.'),
    ...(report.files && { files: report.files.map(placed) }),
    diagnostics: report.diagnostics.map((one) => withPaths(one, pathOf)),
    ...(report.sources && { sources: new Map([...report.sources].map(([file, text]) => [pathOf(file), text])) }),
  };
}

/** A diagnostic with paths from the root, in itself, its related places and its edits. */
export function diagnosticFromRoot<T extends Diagnostic>(diagnostic: T, { current, root }: Folders): T {
  return withPaths(diagnostic, (file) => pathFrom(root, file, current));
}

type Placed = { readonly file?: string | undefined };

function withPaths<T extends Diagnostic>(one: T, pathOf: (file: string) => string): T {
  return {
    ...placedIn(one, pathOf),
    ...(one.related && { related: one.related.map((other) => placedIn(other, pathOf)) }),
    ...(one.edits && { edits: one.edits.map((edit) => placedIn(edit, pathOf)) }),
  };
}

function placedIn<T extends Placed>(one: T, pathOf: (file: string) => string): T {
  return one.file === undefined ? one : { ...one, file: pathOf(one.file) };
}

/** @param file relative to the current folder, absolute, or an address. */
function pathFrom(root: string, file: string, current: string): string {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(file)) return file;
  const absolute = resolve(current, file);
  const path = relative(root, absolute);
  const isOutside = path === '..' || path.startsWith(`..${sep}`) || resolve(path) === path;
  return (isOutside && resolve(file) === file ? file : path).replaceAll(sep, '/');
}
