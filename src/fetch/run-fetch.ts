import type { Environment, ProjectLayout } from '../contract/index.ts';
import { fetching as kinds, type Report, report } from '../diagnostics/index.ts';
import type { ChangedFile } from '../project/index.ts';
import { type AccessOptions, hasCredentials, readAccess } from './access.ts';
import { readHosts } from './allowed-hosts.ts';
import type { FetchSettings, FetchTask } from './fetch.ts';
import { type CheckedContract, checkAll } from './fetch-check.ts';
import { readLimits } from './fetch-limits.ts';
import { fetchLockName } from './fetch-lock.ts';
import { findTasks } from './fetch-tasks.ts';
import { type FetchedContract, fetchAll } from './fetch-write.ts';
import { firstConfiguration } from './first-configuration.ts';
import { readProxies } from './proxy-connections.ts';

/** What both commands take, as the user gave it. */
export interface FetchOptions extends AccessOptions {
  readonly address?: string | undefined;
  readonly out?: string | undefined;
  readonly allowHost?: readonly string[] | undefined;
  readonly allowMissing?: boolean | undefined;
  readonly internalEntities?: boolean | undefined;
  readonly limit?: readonly string[] | undefined;
  readonly force?: boolean | undefined;
  /** The folder that paths are relative to; absolute. */
  readonly current: string;
  readonly environment: Environment;
  /** Paths of the contracts of the configuration, from the current folder. */
  readonly contracts: readonly string[];
  /** Path of the configuration, from the current folder. */
  readonly configuration: string;
  /** The project's settings for a first configuration. */
  readonly project?: ProjectLayout;
  readonly onProgress?: ((text: string) => void) | undefined;
  /** Collects the diagnostics. */
  readonly report: Report;
}

export interface FetchOutcome {
  readonly changes: readonly ChangedFile[];
  readonly unchanged: number;
  /** Paths of the WSDLs, from the current folder. */
  readonly contracts: readonly string[];
}

export interface CheckOutcome {
  readonly checked: readonly CheckedContract[];
}

/**
 * Fetches WSDLs with everything that they refer to, and writes the files that differ.
 *
 * @param patience in milliseconds: how long to wait for another run on the same folders.
 */
export async function fetchContracts(options: FetchOptions, patience: number): Promise<FetchOutcome> {
  const { settings, tasks } = prepare(options);
  if (options.report.hasErrors) return { changes: [], unchanged: 0, contracts: [] };
  const isFirst = options.address !== undefined && options.contracts.length === 0;
  const also = (contracts: readonly FetchedContract[]) =>
    isFirst ? firstConfiguration(contracts, options.configuration, options.current, options.project) : [];
  const { changes, unchanged, contracts } = await fetchAll(tasks, {
    ...settings,
    force: options.force === true,
    patience,
    also,
  });
  return { changes, unchanged, contracts: contracts.map(({ folder, main }) => folder.show(main)) };
}

/** Compares the fetched files with the providers' current ones. Writes nothing. */
export async function checkContracts(options: FetchOptions, command: string): Promise<CheckOutcome> {
  const { settings, tasks } = prepare(options);
  if (options.report.hasErrors) return { checked: [] };
  const locked = tasks.flatMap((task) => (task.lock === undefined ? [] : [{ ...task, lock: task.lock }]));
  for (const { folder, lock } of tasks) {
    if (lock !== undefined) continue;
    const file = folder.show(fetchLockName);
    options.report.add(report(kinds.compareImpossible, { file, reason: 'it does not exist', command }, { file }));
  }
  return { checked: await checkAll(locked, { ...settings, command }) };
}

/** Reads all options, so that all that is wrong with them is reported at once. */
function prepare(options: FetchOptions): { readonly settings: FetchSettings; readonly tasks: readonly FetchTask[] } {
  const { report: to, current } = options;
  const { access, diagnostics } = readAccess(options, options, options.address);
  const { limits, diagnostics: wrongLimits } = readLimits(options.limit ?? []);
  const { hosts, diagnostics: wrongHosts } = readHosts(options.allowHost ?? []);
  const { proxies, diagnostics: wrongProxies } = readProxies(options.environment);
  to.add(...diagnostics, ...wrongLimits, ...wrongHosts, ...wrongProxies);
  const request = {
    ...options,
    allowHosts: hosts,
    force: options.force === true,
    hasCredentials: hasCredentials(access),
  };
  const tasks = findTasks(request, current, to);
  const settings = {
    access,
    proxies,
    limits,
    allowMissing: options.allowMissing === true,
    internalEntities: options.internalEntities === true,
    onProgress: options.onProgress,
    report: to,
  };
  return { settings, tasks };
}
