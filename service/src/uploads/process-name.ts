import { hostname } from 'node:os';
import { randomId } from '../secrets/random.ts';

/** A name for this process: host, process id and something random, since ids are used again. */
export function thisProcess(): string {
  return `${hostname()}/${process.pid}/${randomId()}`;
}

/**
 * Whether the owner of a lease is known to be gone, seen from `self`, which appends to the same upload only in turns. A
 * false answer only costs time, and a wrong true only a copy: see takeLease.
 */
export function isGone(owner: string, self: string): boolean {
  const [host, pid] = owner.split('/');
  const [ownHost, ownPid] = self.split('/');
  if (host !== ownHost) return false;
  // Ours, and left behind by a failure; or of a process that had our id before us.
  if (pid === ownPid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
