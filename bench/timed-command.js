// Commands that are no Node processes, measured by time(1) if it is installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { failureReason } from './failure-reason.js';

const timed = existsSync('/usr/bin/time');
const report = /^measured (\d+) ([\d.]+) ([\d.]+)$/m;
/**
 * Runs commands one after another. Returns their wall and CPU time in ms and the largest of their peaks in MB.
 *
 * @param {readonly (readonly [string, readonly string[]])[]} commands
 * @param {{ cwd: string, timeout?: number }} options
 */
export function timedCommands(commands, options) {
  const started = performance.now();
  let peak = 0;
  let cpu = 0;
  for (const [command, args] of commands) {
    const [first, rest] = timed ? ['/usr/bin/time', ['-f', 'measured %M %U %S', command, ...args]] : [command, args];
    const { status, stdout, stderr, error } = spawnSync(first, rest, {
      encoding: 'utf8',
      maxBuffer: 1e9,
      killSignal: 'SIGKILL',
      ...options,
    });
    if (error) throw new Error(`${command}: ${error.message}`);
    if (status !== 0) throw new Error(`${command}: ${failureReason(stdout + stderr.replace(report, ''))}`);
    const [, kibibytes = 0, user = 0, system = 0] = report.exec(stderr) ?? [];
    peak = Math.max(peak, Number(kibibytes) / 1024);
    cpu += 1000 * (Number(user) + Number(system));
  }
  return { wall: performance.now() - started, ...(timed && { cpu, peak }) };
}
