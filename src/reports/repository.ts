import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { RunReport } from './run-report.ts';

/** The nearest folder with a `.git`, from `folder` upwards; undefined outside of a repository. */
export function repositoryOf(folder: string): string | undefined {
  for (let here = resolve(folder); ; here = dirname(here)) {
    if (existsSync(join(here, '.git'))) return here;
    if (here === dirname(here)) return undefined;
  }
}

/**
 * The report with paths relative to the root of the repository, where CI systems look for them. Outside of a repository
 * they stay relative to the current folder, as do addresses and absolute paths outside of the root.
 */
export function fromRepository(report: RunReport, current: string): RunReport {
  const root = repositoryOf(current) ?? current;
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
