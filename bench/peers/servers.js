// Starts the compared servers, each pinned to the first core.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../test/support/free-ports.js';
import { path, wsdl } from '../messages.js';
import { bench, work } from '../paths.js';
import { usageOf } from '../process-usage.js';
import { pinned } from '../processes.js';
import { gsoapServer, gsoapVersion } from './gsoap.js';
import { phpSettings, phpVersion } from './php.js';

/**
 * @typedef {{ name: string, url: string, pid: number, usage(): Promise<{ cpu: number, peak: number }>, stop(): Promise<void> }} Server
 *   `cpu` in microseconds, `peak` in KiB. Those of Node also have `idle()`: the same and `rss` in KiB, after a collection of
 *   garbage.
 */

const urlOf = (port) => `http://127.0.0.1:${port}${path}`;

/** A server of node:http, which reports its own usage. */
async function startNode(name, args) {
  const child = spawn(...pinned(0, process.execPath, [join(bench, 'servers', args[0]), ...args.slice(1)]), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  const ask = async (what) => {
    child.send(what);
    const [usage] = await once(child, 'message');
    return usage;
  };
  return {
    name,
    url: urlOf(port),
    pid: child.pid,
    usage: () => ask('usage'),
    idle: () => ask('idle'),
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Another server, whose usage is read from /proc. */
function foreign(name, child, port) {
  return {
    name,
    url: urlOf(port),
    pid: child.pid,
    usage: async () => usageOf(child.pid),
    async stop() {
      if (child.exitCode !== null) return;
      // Including the workers.
      process.kill(-child.pid, 'SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function startGsoap(name) {
  const child = spawn(...pinned(0, gsoapServer(), []), { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const [text] = await once(child.stdout, 'data');
  return foreign(name, child, JSON.parse(text).port);
}

/** Four workers, so that one works while others wait for connections. */
async function startPhp(name) {
  const cache = join(work, 'php');
  mkdirSync(cache, { recursive: true });
  const port = await freePort();
  const args = [...phpSettings(cache), '-S', `127.0.0.1:${port}`, join(bench, 'servers/php/server.php')];
  const child = spawn(...pinned(0, 'php', args), {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, BENCH_WSDL: wsdl, PHP_CLI_SERVER_WORKERS: '4' },
  });
  await untilOpen(port);
  return foreign(name, child, port);
}

async function untilOpen(port) {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(urlOf(port)).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer !== undefined) return;
    await setTimeout(50);
  }
  throw new Error('PHP does not listen');
}

const node = (file, ...args) => ({ here: () => true, start: (name) => startNode(name, [file, ...args]) });

/** How to start each server, and whether it is installed, given the versions of the peers from npm. */
const servers = {
  'raw node:http': node('raw.js'),
  'raw, body forgotten': node('raw.js', 'forget'),
  'raw, sent together': node('raw.js', 'together'),
  'raw, body scanned': node('floor.js'),
  soapwright: node('soapwright.js'),
  'soapwright, in memory': node('soapwright.js', 'memory'),
  gSOAP: { here: () => gsoapVersion() !== undefined && gsoapServer() !== undefined, start: startGsoap },
  'node-soap': node('node-soap.js'),
  'strong-soap': { ...node('strong-soap.js'), here: (npm) => npm['strong-soap'] !== undefined },
  'PHP SoapServer': { here: () => phpVersion() !== undefined, start: startPhp },
};

/** Whether a server can be started here. */
export const isHere = (name, npm) => servers[name].here(npm);

/** @returns {Promise<Server>} */
export const start = (name) => servers[name].start(name);
