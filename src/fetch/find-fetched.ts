import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readText } from '../project/index.ts';
import { fetchLockName, parseFetchLock } from './fetch-lock.ts';

/**
 * The path of a WSDL that was fetched from an address, by the lock files beside the configured contracts and in the
 * folders below `wsdl/`; undefined without one. It opens no connection.
 *
 * @param contracts paths of configured contracts, from the current folder.
 */
export function findFetched(address: string, contracts: readonly string[], current: string): string | undefined {
  const folders = new Set([...contracts.map((contract) => posix.dirname(contract)), ...defaultFolders(current)]);
  for (const folder of folders) {
    const path = join(current, folder, fetchLockName);
    const text = existsSync(path) ? readText(path, posix.join(folder, fetchLockName)) : undefined;
    const lock = text === undefined ? undefined : parseFetchLock(text);
    if (lock === undefined || typeof lock === 'string' || !isSame(lock.address, address)) continue;
    const [main] = [...lock.files].find((file) => isSame(file[1].address, address)) ?? [...lock.files.keys()];
    if (main !== undefined) return posix.join(folder, main);
  }
  return undefined;
}

/** The folders that `fetch` writes to by default. */
function defaultFolders(current: string): readonly string[] {
  const path = join(current, 'wsdl');
  if (!existsSync(path) || !statSync(path).isDirectory()) return [];
  return readdirSync(path)
    .map((name) => posix.join('wsdl', name))
    .sort();
}

function isSame(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return one === other;
  return new URL(one).href === new URL(other).href;
}
