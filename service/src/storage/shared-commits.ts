import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageError } from '../common/storage-error.ts';
import { bound, spanned } from '../tracing/tracer.ts';
import type { Commits } from './commits.ts';
import type { Db } from './tables.ts';

/** Work of one caller, which returns a function that notifies the caller of the commit. */
interface Task {
  readonly work: (transaction: Db) => Promise<() => void>;
  readonly fail: (error: unknown) => void;
  /** Runs something in the trace of the caller. */
  readonly within: <T>(run: () => Promise<T>) => Promise<T>;
}

const inTransactionSpan = spanned('transaction', <T>(work: () => Promise<T>): Promise<T> => work());

const run = <T>(work: () => Promise<T>): Promise<T> => work();

/** Maximum number of tasks in one commit: uncommitted changes are held in memory. */
const maxTasks = 64;

/** A commit that takes less, in milliseconds, waits for no tasks. */
const shortCommit = 0.5;
/** How long a commit waits for tasks at most, in milliseconds. */
const longestWait = 10;

/**
 * Transactions shared by callers: tasks that arrive while the event loop is busy, mostly with the previous commit, are
 * committed together, so that one sync of the log makes all of them durable. A commit, which blocks the thread, also waits
 * for callers who are about to arrive, at most as long as the previous one took.
 */
export class SharedCommits implements Commits {
  readonly #db: Db;
  readonly #waiting: Task[] = [];
  #running = false;
  /** Callers who prepare a task. */
  #preparing = 0;
  /** Ends the wait for them. */
  #endWait: () => void = () => undefined;
  /** How long the last commit took, in milliseconds. */
  #lasted = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Runs work in a transaction that is committed when this returns. The work may run twice: when another caller's work
   * fails, each is repeated in its own transaction. It must therefore only write to the database.
   *
   * @throws {StorageError} and errors of the work; nothing of it is committed then, unless the code is `failed`: a
   *   commit whose sync failed may or may not survive.
   */
  async run<T>(work: (transaction: Db) => Promise<T>): Promise<T> {
    return await inTransactionSpan(() => this.#queued(work));
  }

  async single<T>(work: (transaction: Db) => Promise<T>): Promise<T> {
    return await this.run(work);
  }

  #queued<T>(work: (transaction: Db) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, fail) => {
      this.#waiting.push({
        work: bound(async (transaction) => {
          const value = await work(transaction);
          return () => resolve(value);
        }),
        fail,
        within: bound(run),
      });
      if (!this.#running) void this.#runAll();
      else if (this.#waiting.length >= maxTasks) this.#endWait();
    });
  }

  /** Runs a caller's preparation of its task, such as writing bytes to the disk. */
  async preparing<T>(work: () => Promise<T>): Promise<T> {
    this.#preparing += 1;
    try {
      return await work();
    } finally {
      this.#preparing -= 1;
      if (this.#preparing === 0) this.#endWait();
    }
  }

  async #runAll(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      // Lets callers join whose bytes have been written since.
      await nextTurn();
      if (this.#preparing > 0 && this.#lasted > shortCommit) await this.#wait();
      const start = performance.now();
      await this.#commit(this.#waiting.splice(0, maxTasks));
      this.#lasted = performance.now() - start;
    }
    this.#running = false;
  }

  /** Waits until no caller prepares a task any more. */
  async #wait(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(this.#lasted, longestWait));
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endWait = () => undefined;
    // The last one has ended its work, and is about to call run.
    await nextTurn();
  }

  /** Returns what notifies the callers of the commit. */
  async #committed(tasks: readonly Task[]): Promise<readonly (() => void)[]> {
    return await this.#db.transaction().execute(async (transaction) => {
      const notify: (() => void)[] = [];
      for (const { work } of tasks) notify.push(await work(transaction));
      return notify;
    });
  }

  async #commit(tasks: readonly Task[]): Promise<void> {
    try {
      // A trace has the commit of the first caller; those of the others have the time until it.
      const done = await (tasks[0]?.within ?? run)(() => this.#committed(tasks));
      for (const notify of done) notify();
    } catch (error) {
      // A full disk and a locked database affect all tasks.
      const forAll = error instanceof StorageError && error.code !== 'failed';
      // Who came while the database was locked has waited for it, too, and would wait as long again.
      const later = forAll && error.code === 'busy' ? this.#waiting.splice(0) : [];
      if (tasks.length === 1 || forAll) for (const { fail } of [...tasks, ...later]) fail(error);
      else for (const task of tasks) await this.#commit([task]);
    }
  }
}
