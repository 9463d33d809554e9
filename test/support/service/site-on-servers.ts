import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { provisioning } from './sample-provisioning.ts';
import { environmentOf, type OwnServers, serversOf, testServers } from './servers.ts';
import { type Child, runCommand, startServer } from './service-process.ts';

type Environment = Readonly<Record<string, string>>;

/** A process of a site. */
export type SiteProcess = Child & { readonly url: string; readonly client: RemoteFileServiceClient };

/** A provisioned site on PostgreSQL and an S3 store, and its processes. */
export interface SiteOnServers {
  readonly folder: string;
  readonly own: OwnServers;
  /** Starts another process. @param changed environment variables. */
  start(changed?: Environment): Promise<SiteProcess>;
  /** Runs a command of the service. @returns its output, of both streams. */
  run(
    args: readonly string[],
    changed?: Environment,
  ): Promise<{ readonly code: number | null; readonly output: string }>;
  /** Stops all processes. */
  close(): Promise<void>;
}

/** @param of the YAML to provision, and environment variables of all processes. */
export async function startSite(
  of: { readonly yaml?: string; readonly environment?: (own: OwnServers) => Environment } = {},
): Promise<SiteOnServers> {
  const folder = await mkdtemp(join(tmpdir(), 'rfs-site-'));
  const test = testServers();
  if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
  const own = await serversOf(folder, test);
  const environment = { ...environmentOf(own), ...of.environment?.(own) };
  const processes: SiteProcess[] = [];
  let started = 0;
  const run: SiteOnServers['run'] = async (args, changed = {}) => {
    const child = runCommand([...args, '--data', folder], { ...environment, ...changed });
    return { code: await child.exited, output: child.stdout() + child.stderr() };
  };
  await writeFile(join(folder, 'site.yaml'), of.yaml ?? provisioning);
  const { code, output } = await run(['provision', join(folder, 'site.yaml')]);
  if (code !== 0) throw new Error(`The site cannot be provisioned: ${output}`);
  return {
    folder,
    own,
    run,
    async start(changed = {}) {
      started += 1;
      const server = await startServer(join(folder, String(started)), [], { ...environment, ...changed });
      const process = { ...server, client: new RemoteFileServiceClient({ address: server.url, timeout: 300_000 }) };
      processes.push(process);
      return process;
    },
    async close() {
      for (const { process } of processes) {
        process.kill('SIGCONT');
        process.kill('SIGTERM');
      }
      await Promise.all(processes.map(({ exited }) => exited));
      await own.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
