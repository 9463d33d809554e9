import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { ReadIncluded } from './files.ts';
import { readSource } from './source.ts';

/**
 * Reads the files that contracts include, by paths that are relative as those of the contracts are. Each has one name,
 * however it is reached.
 *
 * @param current the folder that paths are relative to; absolute.
 */
export function includedReader(current: string): ReadIncluded {
  return (file) => {
    const path = resolve(current, file);
    const isAbsolute = file.startsWith('/') || /^[A-Za-z]:/.test(file);
    return readSource(path, isAbsolute ? file : relative(current, path).replaceAll(sep, '/') || '.');
  };
}

/**
 * What diagnostics may show of an included file: nothing of one outside of the current folder, which may be any file of
 * the machine.
 */
export function quotable(path: string, text: string): string {
  return path.startsWith('../') || isAbsolute(path) ? '' : text;
}
