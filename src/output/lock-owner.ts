import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who holds a lock, as it stands in the lock file. */
export interface LockOwner {
  readonly pid: number;
  /** Machine and process namespace: a pid says nothing elsewhere. */
  readonly host: string;
  /** When the process began, in the system's own count; empty where the system does not tell. Pids come again. */
  readonly started: string;
  /** Tells two locks of one process apart. */
  readonly token: string;
}

export function thisProcess(): LockOwner {
  return { pid: process.pid, host: host(), started: startOf(process.pid), token: randomUUID() };
}

/** Undefined for what is no lock of ours, or not filled yet: only where files cannot be linked. */
export function parseOwner(text: string): LockOwner | undefined {
  try {
    const { pid, host, started, token } = JSON.parse(text) as Partial<Record<keyof LockOwner, unknown>>;
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
    if (typeof host !== 'string' || typeof started !== 'string' || typeof token !== 'string') return undefined;
    return { pid, host, started, token };
  } catch {
    return undefined;
  }
}

/** How long a lock that nothing can be told about is honoured, in milliseconds: no run takes that long. */
const honoured = { elsewhere: 60_000, unreadable: 5_000 };

/** Whether the process that holds a lock of this age, in milliseconds, can still be at work. */
export function isAlive(owner: LockOwner | undefined, age: number): boolean {
  if (owner === undefined) return age < honoured.unreadable;
  if (owner.host !== host()) return age < honoured.elsewhere;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it runs, as somebody else.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  const started = startOf(owner.pid);
  return started === '' || owner.started === '' || started === owner.started;
}

function host(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Field 22 of proc_pid_stat(5). */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
