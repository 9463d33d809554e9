// Files of random bytes, and commands that send them.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageOf } from './process-usage.js';

export const mebibyte = 1024 * 1024;

/** Writes random files; returns their paths. */
export function writeFiles(folder, { count, size }) {
  mkdirSync(folder);
  return Array.from({ length: count }, (_, index) => {
    const path = join(folder, `${size}-${index}`);
    for (let at = 0; at < size; at += mebibyte) {
      writeFileSync(path, randomBytes(Math.min(mebibyte, size - at)), { flag: 'a' });
    }
    return path;
  });
}

/** How often the CPU time of a command is read, in milliseconds: it is gone with the process. */
const interval = 50;

/** Runs a command to its end; returns its seconds, its CPU seconds, and those of the server meanwhile. */
export async function timed([name, ...args], { server, env, input = '' }) {
  const before = usageOf(server.pid).cpu;
  const started = performance.now();
  const child = spawn(name, args, { stdio: ['pipe', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  child.stdin.end(input);
  let clientCpu = 0;
  const reading = setInterval(() => {
    clientCpu = Math.max(clientCpu, usageOf(child.pid).cpu / 1e6);
  }, interval);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  clearInterval(reading);
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${name} exited with ${code}: ${errors.slice(-300)}`);
  return { seconds, clientCpu, serverCpu: (usageOf(server.pid).cpu - before) / 1e6 };
}
