// Medians and processes, shared by the scenarios.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
};

/** `min-max`, for the reader to judge how quiet the machine was. */
export const spread = (values, digits = 0) =>
  `${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)}`;

/** Server on the first core and load on the second, where the system can hold them there: they then do not move about. */
const canPin = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;
const pinned = (core, command, args) =>
  canPin ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Starts a server of `servers/`; its CPU time can be asked for. */
export async function startServer(name) {
  const child = spawn(...pinned(0, process.execPath, [here(`servers/${name}.js`)]), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return {
    name,
    port,
    /** CPU time so far in microseconds, and the peak memory in KiB. */
    async usage() {
      child.send('usage');
      const [usage] = await once(child, 'message');
      return usage;
    },
    stop() {
      child.disconnect();
    },
  };
}

/** Sends a request again and again for `seconds`; answers what the load saw and what the server spent on it. */
export async function load(server, message, connections, seconds) {
  const before = await server.usage();
  const args = [
    here('load.js'),
    `http://127.0.0.1:${server.port}${message.path}`,
    String(connections),
    String(seconds),
  ];
  const child = spawn(...pinned(1, process.execPath, args), { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ headers: message.headers, body: message.body }));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the load on ${server.name} failed`);
  const seen = JSON.parse(output);
  const after = await server.usage();
  return { ...seen, cpuPerRequest: (after.cpu - before.cpu) / seen.requests, peakMemory: after.rss };
}

/** Runs a command as a whole process; answers its wall and CPU time in ms and its peak memory in MB. */
export async function wholeProcess(args, options = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--require', here('peak-memory.cjs'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...options,
  });
  let talk = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    talk += text;
  });
  let peak = 0;
  let cpu = 0;
  child.on('message', (message) => {
    peak = message.peak / 1024;
    cpu = message.cpu / 1000;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}: ${talk}`);
  return { wall: performance.now() - started, cpu, peak };
}
