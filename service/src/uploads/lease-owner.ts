import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '../common/storage-error.ts';
import { randomId } from '../secrets/tokens.ts';

/** What became of the owner of a lease. */
export type OwnerStatus =
  /** Certainly gone: nothing that it began can still be written. */
  | 'gone'
  /** No process of its id is to be seen here; whether that means anything is not certain. */
  | 'seems gone'
  /** It lives, or cannot be seen from here. */
  | 'unknown';

/**
 * A name for this process: where it runs, its id, when it started, and something random for each that uploads. On Linux
 * "where" is the boot and the namespace of process ids, so that two containers are never taken for one.
 */
export function currentProcess(): string {
  return [place(), process.pid, startOf(process.pid) ?? '-', randomId()].join('/');
}

/**
 * What became of the owner of a lease, seen from `self`, which appends to the same upload only in turns. Processes that
 * share a data folder run on one machine, since the database needs that; so one of another boot is gone.
 */
export function ownerStatus(owner: string, self: string): OwnerStatus {
  // Ours, and left behind by a failure.
  if (owner === self) return 'gone';
  const [where = '', pid = '', start = ''] = owner.split('/');
  const [ownWhere = ''] = self.split('/');
  if (where !== ownWhere) {
    const [boot, namespace] = where.split(':');
    const [ownBoot, ownNamespace] = ownWhere.split(':');
    return namespace !== undefined && ownNamespace !== undefined && boot !== ownBoot ? 'gone' : 'unknown';
  }
  if (start === '-') return isRunning(Number(pid)) ? 'unknown' : 'seems gone';
  const found = startOf(Number(pid));
  if (found === undefined) return isRunning(Number(pid)) ? 'unknown' : 'gone';
  // Ids are used again; no two processes of one id started in the same tick.
  return found === start ? 'unknown' : 'gone';
}

/** `BOOT:NAMESPACE` on Linux, the host's name elsewhere. */
function place(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot}:${readlinkSync('/proc/self/ns/pid')}`.replaceAll(/:(?=\[)|[[\]/]/g, '');
  } catch {
    return hostname().replaceAll(/[/:]/g, '-');
  }
}

/** When a process started, in clock ticks since the boot; undefined when it is not to be seen. */
function startOf(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Behind the name, which may hold anything: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, field 22.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return fields[19];
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
