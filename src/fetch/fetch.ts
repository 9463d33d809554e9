import type { Diagnostic, Report } from '../diagnostics/index.ts';
import type { Folder } from '../project/index.ts';
import { type Access, redact } from './access.ts';
import { AllowedHosts } from './allowed-hosts.ts';
import { Budget } from './budget.ts';
import { type Crawl, crawl } from './crawl.ts';
import type { FetchLimits } from './fetch-limits.ts';
import type { FetchLock } from './fetch-lock.ts';
import { Connections, type Proxies } from './proxy-connections.ts';

/** One WSDL to fetch, and the folder that it belongs to. */
export interface FetchTask {
  readonly address: URL;
  /** Other hosts that requests may be sent to, as `readHosts` returns them. */
  readonly allowHosts: readonly string[];
  readonly folder: Folder;
  /** The lock file of the folder. */
  readonly lock: FetchLock | undefined;
}

export interface FetchSettings {
  readonly access: Access;
  readonly proxies: Proxies;
  readonly limits: FetchLimits;
  /** Warn of references that cannot be followed, and leave them as they are. */
  readonly allowMissing: boolean;
  /** Expand entities that a file itself declares. */
  readonly internalEntities: boolean;
  readonly onProgress?: ((text: string) => void) | undefined;
  /** Collects all diagnostics, and the texts that they quote. */
  readonly report: Report;
}

/** Fetches a WSDL and everything that it refers to. Undefined if that failed, which is reported. */
export async function fetchFiles(
  { address, allowHosts }: FetchTask,
  settings: FetchSettings,
): Promise<Crawl | undefined> {
  const { access, proxies, limits, report: to } = settings;
  const connections = new Connections(access, proxies);
  try {
    const hosts = new AllowedHosts(address, allowHosts);
    const found = await crawl(address, { ...settings, hosts, connections, budget: new Budget(limits) });
    const diagnostics = found.diagnostics.map((diagnostic) => withoutSecrets(diagnostic, access));
    to.add(...diagnostics);
    for (const [file, text] of found.sources) to.sources.set(file, redact(text, access));
    return diagnostics.some(({ severity }) => severity === 'error') ? undefined : found;
  } finally {
    await connections.close();
  }
}

/** Removes secrets: a server may repeat its request in the response. */
function withoutSecrets(diagnostic: Diagnostic, access: Access): Diagnostic {
  const { message, remedy, file } = diagnostic;
  return {
    ...diagnostic,
    message: redact(message, access),
    ...(remedy !== undefined && { remedy: redact(remedy, access) }),
    ...(file !== undefined && { file: redact(file, access) }),
  };
}
