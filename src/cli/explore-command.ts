import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { ClientError } from '@soapwright/runtime/client';
import { mock as mockKinds, Report, report } from '../diagnostics/index.ts';
import {
  Explorer,
  type ExplorerOptions,
  type LoadedService,
  readEnvironments,
  type ServedExplorer,
  ServiceError,
  serveExplorer,
} from '../messages/index.ts';
import { withPassword } from './access-options.ts';
import { type ClientFlags, clientOf, loadService } from './open-client.ts';
import { failed, print } from './print.ts';
import { ended, type Terminal } from './terminal.ts';

export interface ExploreFlags extends ClientFlags {
  readonly open?: boolean;
  readonly pagePort: number;
  readonly environments?: string;
  readonly probes: string;
  readonly record?: string;
  /** In seconds. */
  readonly timeout: number;
}

/** Serves a page that calls a service, until the process is told to end. */
export async function runExplore(place: string, given: ExploreFlags, terminal: Terminal): Promise<number> {
  const to = new Report();
  const fail = (): number => print(failed(to.diagnostics, to.sources), given, terminal);
  const flags = await withPassword(given);
  const loaded = await loadService(place, flags, { command: 'soapwright explore', terminal, to });
  if (loaded === undefined || to.hasErrors) return fail();
  const { environments = environmentsBeside(place), probes, record, pagePort, address, timeout } = flags;
  const { diagnostics, text } = readEnvironments(environments, process.env);
  to.sources.set(environments, text);
  to.add(...diagnostics);
  if (to.hasErrors) return fail();
  const connect = connectTo(loaded, flags, environments);
  const options = { ...loaded, place, connect, environments, probes, record, process: process.env };
  const served = await serve({ ...options, command: { address, timeout } }, pagePort, to);
  if (served === undefined) return fail();
  terminal.out(`${served.url}\n`);
  if (flags.quiet !== true) {
    terminal.message(`${loaded.service.name} is on this page, for this machine alone. Ctrl+C ends it.\n`);
  }
  if (flags.open === true) openBrowser(served.url, terminal);
  await ended();
  await served.close();
  return 0;
}

/** The file in the folder of the contract; of an address, in the current folder. */
function environmentsBeside(place: string): string {
  const name = 'soapwright-explore.yaml';
  return /^https?:\/\//i.test(place) ? name : join(dirname(place), name);
}

async function serve(options: ExplorerOptions, port: number, to: Report): Promise<ServedExplorer | undefined> {
  try {
    return await serveExplorer(new Explorer(options), port);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    to.add(report(mockKinds.cannotListen, { host: '127.0.0.1', port, reason: String(error.code) }));
    return undefined;
  }
}

/** Clients with the options of the command, over which those of an environment stand. */
function connectTo(loaded: LoadedService, flags: ExploreFlags, file: string): ExplorerOptions['connect'] {
  return ({ environment, address, version }, around) => {
    const own = readEnvironments(file, process.env).environments.find(({ name }) => name === environment);
    const to = new Report();
    const all = { ...flags, ...own?.options, soap: version.name, ...(address !== '' && { address }) };
    try {
      const opened = clientOf(loaded, all, { to, around });
      if (!to.hasErrors) return opened;
      opened.close();
      return to.diagnostics.map(({ message }) => message).join(' ');
    } catch (error) {
      if (error instanceof ServiceError || error instanceof ClientError) return error.message;
      throw error;
    }
  };
}

function openBrowser(url: string, terminal: Terminal): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  const child = spawn(program as string, args, { stdio: 'ignore', detached: true });
  child.once('error', () => terminal.message('No browser can be opened: open the address yourself.\n'));
  child.unref();
}
