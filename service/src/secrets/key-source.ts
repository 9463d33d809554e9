import { stat } from 'node:fs/promises';
import { loadServiceKeys, readServiceKeys } from './key-file.ts';
import type { ServiceKey } from './service-key.ts';

/** Where the service keys of a process come from. */
export interface KeySource {
  /** For messages, such as a path. */
  readonly name: string;
  /** The key file of the data folder, which commands change; undefined: the operator changes the source. */
  readonly ownFile: string | undefined;
  /** The keys; a file is read again when it has changed. @throws {StorageError} */
  load(): Promise<readonly ServiceKey[]>;
}

/** The key file of a data folder, which is created if it does not exist. */
export function folderKeys(path: string): KeySource {
  return { name: path, ownFile: path, load: reread(path, loadServiceKeys) };
}

/** The key file of a data folder, which must exist. */
export function existingFolderKeys(path: string): KeySource {
  return { name: path, ownFile: path, load: reread(path, readServiceKeys) };
}

/** A file elsewhere. */
export function configuredKeys(path: string): KeySource {
  return { name: path, ownFile: undefined, load: reread(path, readServiceKeys) };
}

/** Keys that stay the same until the process ends. */
export function givenKeys(keys: readonly ServiceKey[], name: string): KeySource {
  return { name, ownFile: undefined, load: async () => keys };
}

/** Reads a file when it is new or was replaced. */
function reread(
  path: string,
  read: (path: string) => Promise<readonly ServiceKey[]>,
): () => Promise<readonly ServiceKey[]> {
  let known: { readonly version: string; readonly keys: readonly ServiceKey[] } | undefined;
  return async () => {
    // Before the content: a file that is replaced in between is read again by the next call.
    const version = await versionOf(path);
    if (known !== undefined && known.version === version) return known.keys;
    const keys = await read(path);
    known = version === undefined ? undefined : { version, keys };
    return keys;
  };
}

/** Undefined when it cannot be read. */
async function versionOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && `${found.ino} ${found.size} ${found.mtimeMs}`;
}
