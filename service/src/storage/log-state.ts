import { closeSync, existsSync, openSync, rmSync } from 'node:fs';

/**
 * Whether the write-ahead log of a database must be restarted before the next commit, because a call on it failed.
 *
 * After a failed sync the system considers pages clean that are not on the disk: later syncs succeed without writing
 * them, and after a loss of power the log ends where the first of them is missing. All processes on the database share
 * the state by a file beside it, `database.sqlite-unsynced`, which exists while the log must be restarted.
 *
 * A new state requires a restart: the log may hold pages that a process left there which was killed after its sync failed.
 */
export class LogState {
  readonly #marker: string;
  #isSuspect = true;

  constructor(database: string) {
    this.#marker = `${database}-unsynced`;
  }

  get isSuspect(): boolean {
    return this.#isSuspect || existsSync(this.#marker);
  }

  /** Notes a failed call, for this process and the others. */
  fail(): void {
    this.#isSuspect = true;
    try {
      closeSync(openSync(this.#marker, 'a', 0o600));
    } catch {
      // On a disk that is full or read-only. Linux returns the failure to the next sync of each other process, too.
    }
  }

  /** Notes that the log was restarted. */
  restarted(): void {
    // If it cannot be removed, the log is restarted again.
    rmSync(this.#marker, { force: true });
    this.#isSuspect = false;
  }
}
