import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, readlinkSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { output, report } from '../../diagnostics/index.ts';
import {
  type EnsuredFolder,
  ensureFolder,
  isAbsent,
  OutputError,
  removeIfEmpty,
  removeQuietly,
  systemCode,
  unreadable,
  unwritable,
} from './disk.ts';
import type { Folder } from './folder.ts';

/** Name of the lock file in each folder that is written to. It exists only while a run writes. */
export const lockName = '.soapwright.lock';

/** Name of the second lock, held while the lock of a dead process is removed: two runs must not both remove one. */
export const breakName = '.soapwright.lock-break';

/** In milliseconds: the time between two attempts. */
const retryInterval = 20;

/** In milliseconds: a break lock is held for one system call, so one of this age was left by a killed process. */
const breakTimeout = 5_000;

/**
 * In milliseconds: how long a lock counts whose owner cannot be checked, because the owner runs elsewhere or the file
 * is empty. No run takes that long.
 */
const uncheckedTimeout = { elsewhere: 60_000, unreadable: 5_000 };

/**
 * Does the work while no other run writes to the folders, which are created if they do not exist.
 *
 * @param patience in milliseconds: how long to wait for another run.
 * @throws {OutputError} `Locked`, `Unwritable`; and errors of the work.
 */
export async function whileLocked<T>(
  folders: readonly Folder[],
  patience: number,
  work: () => T | Promise<T>,
): Promise<T> {
  const owner = thisProcess();
  const ensured: EnsuredFolder[] = [];
  const held: string[] = [];
  const release = (): void => {
    for (const lock of held.splice(0)) removeOwn(lock, owner);
    for (const folder of ensured.splice(0).reverse()) removeIfEmpty(folder);
  };
  const stopListening = releaseOnSignals(release);
  try {
    const deadline = Date.now() + patience;
    // Always in the same order, so that two runs never wait for each other.
    for (const folder of [...folders].sort((a, b) => (a.path < b.path ? -1 : 1))) {
      const lock = join(folder.path, lockName);
      if (held.includes(lock)) continue;
      await acquire(lock, folder, owner, deadline, ensured);
      held.push(lock);
    }
    return await work();
  } finally {
    release();
    stopListening();
  }
}

async function acquire(
  lock: string,
  folder: Folder,
  owner: LockOwner,
  deadline: number,
  ensured: EnsuredFolder[],
): Promise<void> {
  for (;;) {
    try {
      // In each round: another run may have created the folder and removed it again because it wrote nothing.
      ensured.push(ensureFolder(folder.path, folder.shown));
      createLock(lock, owner);
      return;
    } catch (error) {
      if (error instanceof OutputError) throw error;
      const code = systemCode(error);
      if (code === 'ENOENT') continue;
      if (code !== 'EEXIST') throw unwritable(folder.show(lockName), error);
    }
    const found = readLock(lock, folder);
    if (found !== undefined && !isAlive(found.owner, found.age)) {
      if (breakLock(lock, found.text, folder)) continue;
    } else if (Date.now() >= deadline) {
      const file = folder.show(lockName);
      const who = found?.owner === undefined ? 'another process' : `process ${found.owner.pid}`;
      throw new OutputError('Locked', report(output.locked, { who, folder: folder.shown, file }, { file }));
    }
    await sleep(retryInterval);
  }
}

/**
 * Creates the lock together with its content, so that it always names its owner, even if this process is killed.
 *
 * @throws errors of Node; `EEXIST` if the lock exists.
 */
function createLock(lock: string, owner: LockOwner): void {
  if (existsSync(lock)) throw Object.assign(new Error('locked'), { code: 'EEXIST' });
  const text = `${JSON.stringify(owner)}\n`;
  // Named like the temporary files of a commit, so that a later run removes it if this one is killed.
  const number = Number.parseInt(owner.token.slice(0, 8), 16);
  const temporary = join(dirname(lock), `.soapwright-${owner.pid}-${number}.tmp`);
  writeFileSync(temporary, text);
  try {
    linkSync(temporary, lock);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST' || code === 'ENOENT') throw error;
    // A file system without hard links.
    writeFileSync(lock, text, { flag: 'wx' });
  } finally {
    removeQuietly(temporary);
  }
}

interface FoundLock {
  readonly text: string;
  readonly owner: LockOwner | undefined;
  /** In milliseconds. */
  readonly age: number;
}

function readLock(lock: string, folder: Folder): FoundLock | undefined {
  try {
    const text = readFileSync(lock, 'utf8');
    return { text, owner: parseOwner(text), age: Date.now() - statSync(lock).mtimeMs };
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unreadable(folder.show(lockName), error);
  }
}

/** Removes the lock of a dead process. False while another run does that. */
function breakLock(lock: string, text: string, folder: Folder): boolean {
  const guard = join(folder.path, breakName);
  try {
    writeFileSync(guard, '', { flag: 'wx' });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw unwritable(folder.show(breakName), error);
    removeAbandoned(guard);
    return false;
  }
  try {
    // Only the holder of the guard removes dead locks, so the lock that is read here is the one that is removed.
    if (readLock(lock, folder)?.text === text) unlinkSync(lock);
    return true;
  } catch (error) {
    if (isAbsent(error)) return true;
    throw unwritable(folder.show(lockName), error);
  } finally {
    removeQuietly(guard);
  }
}

function removeAbandoned(guard: string): void {
  try {
    if (Date.now() - statSync(guard).mtimeMs > breakTimeout) unlinkSync(guard);
  } catch {
    // Its holder has just removed it.
  }
}

function removeOwn(lock: string, owner: LockOwner): void {
  try {
    if (parseOwner(readFileSync(lock, 'utf8'))?.token === owner.token) unlinkSync(lock);
  } catch {
    // It does not exist, or the folder is read-only now: a later run sees that this process is dead.
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Releases the locks before a signal ends the process as usual. Returns a function that removes the listeners. */
function releaseOnSignals(release: () => void): () => void {
  const listeners = signals.map((signal) => {
    const listener = (): void => {
      release();
      stopListening();
      process.kill(process.pid, signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  const stopListening = (): void => {
    for (const off of listeners) off();
  };
  return stopListening;
}

/** The process that holds a lock: the content of the lock file. */
export interface LockOwner {
  readonly pid: number;
  /** Host name and process namespace: the pid is valid only there. */
  readonly host: string;
  /** When the process started, in the system's own unit, since pids are reused; empty where it is not available. */
  readonly started: string;
  /** Distinguishes two locks of one process. */
  readonly token: string;
}

export function thisProcess(): LockOwner {
  return { pid: process.pid, host: hostAndNamespace(), started: startTime(process.pid), token: randomUUID() };
}

/** Undefined for an unknown format or an empty file, which only exists on file systems without hard links. */
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

/**
 * Whether the owner of a lock may still be running.
 *
 * @param age of the lock, in milliseconds.
 */
export function isAlive(owner: LockOwner | undefined, age: number): boolean {
  if (owner === undefined) return age < uncheckedTimeout.unreadable;
  if (owner.host !== hostAndNamespace()) return age < uncheckedTimeout.elsewhere;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    if (systemCode(error) === 'ESRCH') return false;
  }
  const started = startTime(owner.pid);
  return started === '' || owner.started === '' || started === owner.started;
}

function hostAndNamespace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Field 22 of proc_pid_stat(5). */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
