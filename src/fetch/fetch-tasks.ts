import { posix, resolve } from 'node:path';
import { fetching as kinds, type Report, report } from '../diagnostics/index.ts';
import { Folder } from '../project/index.ts';
import type { FetchTask } from './fetch.ts';
import { type FetchLock, fetchLockName } from './fetch-lock.ts';
import { readFetchLock } from './fetched-folder.ts';
import { serviceName } from './file-names.ts';
import { isSecretParameter, shownAddress, withoutCredentials } from './shown-address.ts';

/** The user's request. */
export interface FetchRequest {
  readonly address?: string | undefined;
  /** Path of the folder, as given. */
  readonly out?: string | undefined;
  /** As `readHosts` returns them. */
  readonly allowHosts: readonly string[];
  /** Whether an address may replace the one that a folder was fetched from. */
  readonly force: boolean;
  /** Whether something is sent that only one host may see. */
  readonly hasCredentials: boolean;
  /** Paths of the contracts of the configuration, from the current folder. */
  readonly contracts: readonly string[];
  /** Name of the configuration file, for messages. */
  readonly configuration: string;
}

/** Where a WSDL is written to without `--out`. */
const defaultFolder = 'wsdl';

/** Which WSDLs to fetch: that of the address, or those that lock files name. @param current absolute. */
export function findTasks(request: FetchRequest, current: string, to: Report): readonly FetchTask[] {
  const tasks =
    request.address === undefined ? again(request, current, to) : addressed(request.address, request, current, to);
  if (to.hasErrors) return [];
  if (tasks.length === 0) to.add(report(kinds.nothingToFetch, { file: request.configuration }));
  const hosts = new Set(tasks.map(({ address }) => address.host));
  if (request.hasCredentials && hosts.size > 1)
    to.add(report(kinds.credentialsForMany, { hosts: [...hosts].join(', ') }));
  return tasks;
}

function addressed(text: string, request: FetchRequest, current: string, to: Report): readonly FetchTask[] {
  const address = readAddress(text, to);
  if (address === undefined) return [];
  const folder =
    request.out === undefined
      ? (folderOf(address, request, current) ?? folderAt(`${defaultFolder}/${serviceName(address)}`, current))
      : folderAt(request.out, current);
  // With --force an invalid lock file is replaced too.
  const lock = readFetchLock(folder, to, request.force);
  if (lock !== undefined && lock.address !== address.href && !request.force) {
    const parameters = { folder: folder.shown, address: shownAddress(new URL(lock.address)) };
    to.add(report(kinds.otherAddress, parameters, { file: folder.show(fetchLockName) }));
  }
  const allowHosts = lock?.address === address.href ? union(lock.allowHosts, request.allowHosts) : request.allowHosts;
  return [{ address, allowHosts, folder, lock }];
}

/** The folder of a contract that was fetched from this address before. */
function folderOf(address: URL, request: FetchRequest, current: string): Folder | undefined {
  return contractFolders(request, current).find(({ lock }) => lock.address === address.href)?.folder;
}

function again(request: FetchRequest, current: string, to: Report): readonly FetchTask[] {
  const { out, allowHosts } = request;
  const folders = out === undefined ? contractFolders(request, current, to) : lockedFolder(folderAt(out, current), to);
  return folders.map(({ folder, lock }) => ({
    address: new URL(lock.address),
    allowHosts: union(lock.allowHosts, allowHosts),
    folder,
    lock,
  }));
}

interface LockedFolder {
  readonly folder: Folder;
  readonly lock: FetchLock;
}

/** Folders of contracts that were fetched, each once. */
function contractFolders({ contracts }: FetchRequest, current: string, to?: Report): readonly LockedFolder[] {
  const found = new Map<string, LockedFolder>();
  for (const contract of contracts) {
    const folder = folderAt(posix.dirname(contract), current);
    if (found.has(folder.path)) continue;
    for (const locked of lockedFolder(folder, to)) {
      // Not only the WSDL of the address: a contract may be one that it imports.
      if (locked.lock.files.has(posix.basename(contract))) found.set(folder.path, locked);
    }
  }
  return [...found.values()];
}

function lockedFolder(folder: Folder, to: Report | undefined): readonly LockedFolder[] {
  const lock = readFetchLock(folder, to);
  return lock === undefined ? [] : [{ folder, lock }];
}

function folderAt(path: string, current: string): Folder {
  return new Folder(resolve(current, path), path);
}

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])];
}

/** The typed address without its fragment. */
function readAddress(text: string, to: Report): URL | undefined {
  const address = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (address === undefined) {
    to.add(report(kinds.notAnAddress, { address: withoutCredentials(text) }));
    return undefined;
  }
  if (address.username !== '' || address.password !== '') {
    to.add(report(kinds.credentialsInAddress, { where: 'the WSDL' }));
    return undefined;
  }
  for (const name of address.searchParams.keys()) {
    if (isSecretParameter(name)) to.add(report(kinds.secretInQuery, { name }));
  }
  address.hash = '';
  return address;
}
