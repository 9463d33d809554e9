import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '../common/storage-error.ts';
import { randomId } from '../secrets/secret-tokens.ts';

/** Status of the owner of a lease. */
export type OwnerStatus =
  /** Certainly ended: it can no longer write. */
  | 'gone'
  /** No process with its id is visible here, which proves nothing. */
  | 'seems gone'
  /** Running, or not visible from here. */
  | 'unknown';

/**
 * A unique name of this process: location, process id, start time and a random part. On Linux the location is the boot id
 * and the PID namespace, which tells containers apart.
 *
 * @param onMachines where the processes run that see the name.
 */
export function currentProcess({ onMachines = 'one' }: { readonly onMachines?: 'one' | 'many' } = {}): string {
  // Another boot is another machine then, not an earlier one: without a colon it proves nothing.
  const where = onMachines === 'one' ? location() : location().replaceAll(':', '-');
  return [where, process.pid, startOf(process.pid) ?? '-', randomId()].join('/');
}

/**
 * Status of the owner of a lease as seen by `self`, in which a mutex guards each upload. Processes that share a data
 * folder run on one machine, since SQLite requires that; so a process of another boot has ended.
 */
export function ownerStatus(owner: string, self: string): OwnerStatus {
  // Our own, not released because of a failure.
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
  // Process ids are reused, but no two processes with one id start in the same tick.
  return found === start ? 'unknown' : 'gone';
}

/** `BOOT:NAMESPACE` on Linux, the host's name elsewhere. */
function location(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot}:${readlinkSync('/proc/self/ns/pid')}`.replaceAll(/:(?=\[)|[[\]/]/g, '');
  } catch {
    return hostname().replaceAll(/[/:]/g, '-');
  }
}

/** Start time of a process in clock ticks since the boot; undefined when it is not visible. */
function startOf(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // After the name, which may contain anything: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, field 22.
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
