import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The process id in the first line of a file. */
export async function pidOf(path: string): Promise<number> {
  const pid = Number((await readFile(path, 'utf8')).split('\n')[0]);
  if (!(pid > 1)) throw new Error(`There is no process id in ${path}.`);
  return pid;
}

/** Sends a signal to a process, then to its descendants. After SIGKILL all of them are gone when it returns. */
export async function signalTree(pid: number, signal: NodeJS.Signals): Promise<void> {
  // Otherwise it may fork one more, which is not in the list.
  if (signal === 'SIGKILL') sendSignal(pid, 'SIGSTOP');
  const pids = await treeOf(pid);
  for (const one of pids) sendSignal(one, signal);
  if (signal !== 'SIGKILL') return;
  // Also those that have ended keep their ids until their parent asks for the exit code, and PostgreSQL believes its locks.
  for (const one of pids) await until(`${one} is gone`, async () => !existsSync(`/proc/${one}`), 5);
}

async function treeOf(pid: number): Promise<readonly number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return [pid, ...(await Promise.all(children.map(treeOf))).flat()];
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** Waits until something holds, and asks every `interval` milliseconds. @throws when it does not within three minutes. */
export async function until(what: string, holds: () => Promise<boolean>, interval = 50): Promise<void> {
  const end = performance.now() + 180_000;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`${what} not within three minutes.`);
    await sleep(interval);
  }
}
