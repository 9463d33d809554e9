import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Engines } from '../../engines/engines.js';
import { pidOf, signalTree, until } from './process-tree.ts';

/** A process of a store that can be killed and started. */
export interface StoreProcess {
  readonly name: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops it for a while. */
  stop(pause: () => Promise<void>): Promise<void>;
}

/** The processes of a store which store bytes or respond to the service. */
export function storeProcesses(store: Engines['store']): readonly StoreProcess[] {
  return store.kind === 'ceph' ? cephProcesses(store) : swiftProcesses(store);
}

/** Waits until the store responds. */
export async function untilStoreResponds({ kind, port }: Engines['store']): Promise<void> {
  const url = `http://127.0.0.1:${port}${kind === 'swift' ? '/healthcheck' : '/'}`;
  await until('The store responds', async () => (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok);
}

/**
 * Swift lists an object when its container server has been told. Updates that a kill has prevented are sent by its updaters,
 * which run all the time elsewhere.
 */
export async function completeLists({ kind, folder }: Engines['store']): Promise<void> {
  if (kind !== 'swift') return;
  for (const server of ['object', 'container']) {
    await promisify(execFile)(`swift-${server}-updater`, [join(folder, 'etc', `${server}-server.conf`), 'once']);
  }
}

function cephProcesses({ folder }: Engines['store']): readonly StoreProcess[] {
  const env = { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') };
  // Both go to the background themselves.
  const start = async (program: string, ...args: readonly string[]): Promise<void> => {
    const child = spawn(program, args, { env, stdio: 'ignore' });
    await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
  };
  return [
    {
      name: 'gateway',
      ...byPidFile(join(folder, 'run/client.rgw.pid')),
      start: () => start('radosgw', '-n', 'client.rgw'),
    },
    { name: 'osd', ...byPidFile(join(folder, 'run/osd.0.pid')), start: () => start('ceph-osd', '-i', '0') },
  ];
}

function swiftProcesses({ folder }: Engines['store']): readonly StoreProcess[] {
  return ['proxy', 'object', 'container'].map((name) => {
    const pidFile = join(folder, `${name}.pid`);
    return {
      name,
      ...byPidFile(pidFile),
      async start() {
        const log = openSync(join(folder, 'log', `${name}.log`), 'a');
        const child = spawn(`swift-${name}-server`, [join(folder, 'etc', `${name}-server.conf`)], {
          detached: true,
          stdio: ['ignore', log, log],
        });
        closeSync(log);
        child.unref();
        await writeFile(pidFile, `${child.pid}\n`);
      },
    };
  });
}

function byPidFile(path: string): Pick<StoreProcess, 'kill' | 'stop'> {
  return {
    kill: async () => await signalTree(await pidOf(path), 'SIGKILL'),
    async stop(pause) {
      const pid = await pidOf(path);
      await signalTree(pid, 'SIGSTOP');
      await pause();
      await signalTree(pid, 'SIGCONT');
    },
  };
}
