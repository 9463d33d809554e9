import { existsSync, linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { output, report } from '../diagnostics/index.ts';
import { isAbsent } from './disk.ts';
import { OutputError, systemCode, unreadable, unwritable } from './error.ts';
import type { Folder } from './folder.ts';
import { isAlive, type LockOwner, parseOwner, thisProcess } from './lock-owner.ts';
import { type MadeFolder, makeFolder, removeIfEmpty } from './made-folder.ts';

/** Name of the lock in each folder that is written to. It is there only while a run writes. */
export const lockName = '.soapwright.lock';

/** Held for the instant in which a dead process's lock is removed: two that find it must not both remove one. */
export const breakName = '.soapwright.lock-break';

/** How long to wait between looks, in milliseconds. */
const pause = 20;

/** A break lock this old, in milliseconds, was left by a process that was killed: it is held for one system call. */
const oldBreak = 5_000;

/**
 * Does the work while no other run can write to the folders; they are made when they are not there.
 *
 * @param patience how long to wait for another run, in milliseconds.
 * @throws {OutputError} `Locked`, `Unwritable`; and what the work throws.
 */
export async function whileLocked<T>(
  folders: readonly Folder[],
  patience: number,
  work: () => T | Promise<T>,
): Promise<T> {
  const owner = thisProcess();
  const made: MadeFolder[] = [];
  const held: string[] = [];
  const release = (): void => {
    for (const lock of held.splice(0)) removeOwn(lock, owner);
    for (const folder of made.splice(0).reverse()) removeIfEmpty(folder);
  };
  const stop = stopOnSignals(release);
  try {
    const deadline = Date.now() + patience;
    // Always in the same order, so that two runs never wait for each other.
    for (const folder of [...folders].sort((a, b) => (a.path < b.path ? -1 : 1))) {
      const lock = join(folder.path, lockName);
      if (held.includes(lock)) continue;
      await acquire(lock, folder, owner, deadline, made);
      held.push(lock);
    }
    return await work();
  } finally {
    release();
    stop();
  }
}

async function acquire(
  lock: string,
  folder: Folder,
  owner: LockOwner,
  deadline: number,
  made: MadeFolder[],
): Promise<void> {
  for (;;) {
    try {
      // Each time: a run that made the folder and had nothing to write has taken it away again.
      made.push(makeFolder(folder.path, folder.shown));
      writeWhole(lock, owner);
      return;
    } catch (error) {
      if (error instanceof OutputError) throw error;
      const code = systemCode(error);
      if (code === 'ENOENT') continue;
      if (code !== 'EEXIST') throw unwritable(folder.show(lockName), error);
    }
    const found = look(lock, folder);
    if (found !== undefined && !isAlive(found.owner, found.age)) {
      if (breakLock(lock, found.text, folder)) continue;
    } else if (Date.now() >= deadline) {
      const file = folder.show(lockName);
      const who = found?.owner === undefined ? 'another process' : `process ${found.owner.pid}`;
      throw new OutputError('Locked', report(output.locked, { who, folder: folder.shown, file }, { file }));
    }
    await sleep(pause);
  }
}

/**
 * Makes the lock with its text in it: whoever finds one can tell whose it is, wherever this process was killed.
 *
 * @throws what Node throws; `EEXIST` where there is one.
 */
function writeWhole(lock: string, owner: LockOwner): void {
  if (existsSync(lock)) throw Object.assign(new Error('locked'), { code: 'EEXIST' });
  const text = `${JSON.stringify(owner)}\n`;
  // Named as all temporary files, so that a later run removes what this one left.
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
    remove(temporary);
  }
}

interface FoundLock {
  readonly text: string;
  readonly owner: LockOwner | undefined;
  /** In milliseconds. */
  readonly age: number;
}

function look(lock: string, folder: Folder): FoundLock | undefined {
  try {
    const text = readFileSync(lock, 'utf8');
    return { text, owner: parseOwner(text), age: Date.now() - statSync(lock).mtimeMs };
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unreadable(folder.show(lockName), error);
  }
}

/** Removes the lock of a dead process; false when another run is just doing so. */
function breakLock(lock: string, text: string, folder: Folder): boolean {
  const guard = join(folder.path, breakName);
  try {
    writeFileSync(guard, '', { flag: 'wx' });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw unwritable(folder.show(breakName), error);
    removeOld(guard);
    return false;
  }
  try {
    // Only who holds the guard removes dead locks: what is read here is what is removed.
    if (look(lock, folder)?.text === text) unlinkSync(lock);
    return true;
  } catch (error) {
    if (isAbsent(error)) return true;
    throw unwritable(folder.show(lockName), error);
  } finally {
    remove(guard);
  }
}

function removeOld(guard: string): void {
  try {
    if (Date.now() - statSync(guard).mtimeMs > oldBreak) unlinkSync(guard);
  } catch {
    // Its holder has just removed it.
  }
}

function removeOwn(lock: string, owner: LockOwner): void {
  try {
    if (parseOwner(readFileSync(lock, 'utf8'))?.token === owner.token) unlinkSync(lock);
  } catch {
    // It is gone, or the folder can no longer be written to: a later run finds this process dead.
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // As above.
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** On Ctrl-C the locks are given back before the process ends as it would have. Returns what takes the listeners away. */
function stopOnSignals(release: () => void): () => void {
  const listeners = signals.map((signal) => {
    const listener = (): void => {
      release();
      stop();
      process.kill(process.pid, signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  const stop = (): void => {
    for (const off of listeners) off();
  };
  return stop;
}
