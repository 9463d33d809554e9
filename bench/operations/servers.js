// Starts the two measured servers: the service as it is deployed, and the bare skeleton of its contract.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bench, root } from '../paths.js';
import { usageOf } from '../process-usage.js';
import { pinned } from '../processes.js';

/** @typedef {{ url: string, cpu(): number, stop(): Promise<void> }} Server `cpu` in microseconds since its start. */

/** Starts a server that prints its URL as JSON on stderr. What it prints later is read, as a log is. */
async function startServer(args) {
  const child = spawn(...pinned(0, process.execPath, args), { stdio: ['ignore', 'ignore', 'pipe'] });
  const printed = [];
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /"url":"(http[^"]+)"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
      else printed.push(line.slice(0, 400));
      if (printed.length > 5) printed.shift();
    });
    child.once('exit', () => reject(new Error(`a server did not start: ${printed.join('\n')}`)));
  });
  return {
    url,
    cpu: () => usageOf(child.pid).cpu,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** @returns {Promise<Server>} */
export const startSkeleton = () => startServer([join(bench, 'servers/skeleton.js')]);

/**
 * Provisions a data folder and starts the service on it.
 *
 * @param {{ folder: string, provisioning: string, service?: string, nodeOptions?: readonly string[] }} options
 *   `service`: the command of another build; `nodeOptions`: such as those of a profile
 * @returns {Promise<Server>}
 */
export async function startService({ folder, provisioning, service, nodeOptions = [] }) {
  const bin = service ?? join(root, 'service/bin/remote-file-service.js');
  const file = join(folder, 'site.yaml');
  const data = join(folder, 'data');
  writeFileSync(file, provisioning);
  execFileSync(process.execPath, [bin, 'provision', file, '--data', data], { stdio: ['ignore', 'ignore', 'inherit'] });
  return await startServer([...nodeOptions, bin, 'serve', '--data', data, '--port', '0']);
}
