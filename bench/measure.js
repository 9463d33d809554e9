// Processes that are held on a core, and what they have used, shared by the scenarios.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export { median, spread } from './statistics.js';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Server on the first core and load on the second, where the system can hold them there: they then do not move about. */
export const canPin = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

/** A command with its arguments, held on a core. */
export const pinned = (core, command, args) =>
  canPin ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];

/**
 * Runs a script in a process of its own on the second core; answers what it prints, as JSON.
 *
 * @param {readonly string[]} args the script, and what it is told.
 * @param {{ input?: string, core?: number, env?: Record<string, string> }} [options]
 */
export async function runScript(args, { input, core = 1, env } = {}) {
  const child = spawn(...pinned(core, process.execPath, args.map(String)), {
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  child.stdin?.end(input);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint += text;
  });
  const [code] = await once(child, 'close');
  if (code === 0) return JSON.parse(output);
  throw new Error(/^\w*Error.*$/m.exec(complaint)?.[0] ?? `it exited with ${code}`);
}

/**
 * Sends a request again and again; answers what the load saw and what the server spent on it.
 *
 * @param {{ connections: number, seconds?: number, each?: number }} how for so many seconds, or so many requests on each
 *   connection.
 */
export async function load(server, message, { connections, seconds = 0, each = 0 }) {
  const before = await server.usage();
  const seen = await runScript([here('load.js'), server.url, connections, seconds, each], {
    input: JSON.stringify({ headers: message.headers, body: message.body }),
  });
  const after = await server.usage();
  const cpu = (after.cpu - before.cpu) / seen.requests;
  return { ...seen, cpu, cpuMs: cpu / 1000, peakMB: after.peak / 1024 };
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
