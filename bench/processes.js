// Starts processes pinned to a core, and measures their CPU time and memory.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { failureReason } from './failure-reason.js';

export { median, spread } from './statistics.js';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Servers are pinned to the first core and load to the second, where the system supports it. */
export const canPin = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

/** A command and its arguments, pinned to a core. */
export const pinned = (core, command, args) =>
  canPin ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];

/**
 * Runs a script in its own process on the second core. Returns the JSON that it prints.
 *
 * @param {readonly string[]} args the script and its arguments
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
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  if (code === 0) return JSON.parse(output);
  throw new Error(/^\w*Error.*$/m.exec(errors)?.[0] ?? `it exited with ${code}`);
}

/**
 * Starts a process on the second core that sends requests in turn.
 *
 * @param {readonly { headers: Record<string, string>, body: string }[]} messages
 */
export function startLoad(messages) {
  const child = spawn(...pinned(1, process.execPath, [here('load.js')]), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(messages);
  return {
    /**
     * Returns the figures of the load, and the CPU time and memory of the server.
     *
     * @param {{ connections: number, seconds?: number, each?: number }} how `seconds` of load, or `each` requests on
     *   each connection
     */
    async run({ url, pid }, { connections, seconds = 0, each = 0 }) {
      child.send({ url, pid, connections, seconds, each });
      const [figures] = await once(child, 'message');
      if (figures.error !== undefined) throw new Error(figures.error);
      return figures;
    },
    stop: () => child.disconnect(),
  };
}

/** Runs a command. Returns its wall and CPU time in ms and its peak memory in MB. */
export async function wholeProcess(args, options = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--require', here('peak-memory.cjs'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...options,
  });
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    messages += text;
  });
  let peak = 0;
  let cpu = 0;
  child.on('message', (message) => {
    peak = message.peak / 1024;
    cpu = message.cpu / 1000;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`it exited with ${code}: ${failureReason(messages)}`);
  return { wall: performance.now() - started, cpu, peak };
}
