import { type Dirent, readdirSync } from 'node:fs';

/** The most entries of a folder that are looked at. */
const mostEntries = 50;

/** Names of the files in a folder that match; none if it cannot be read. */
export function filesIn(folder: string, pattern: RegExp): readonly string[] {
  return namesIn(folder, (entry) => entry.isFile() && pattern.test(entry.name));
}

/** Names of the folders in a folder, without hidden ones and node_modules. */
export function foldersIn(folder: string): readonly string[] {
  return namesIn(folder, (entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name));
}

function namesIn(folder: string, isWanted: (entry: Dirent) => boolean): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(isWanted);
    return entries
      .map(({ name }) => name)
      .sort()
      .slice(0, mostEntries);
  } catch {
    return [];
  }
}
