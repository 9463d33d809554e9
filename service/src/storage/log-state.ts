import { closeSync, existsSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { errorCode } from '../common/storage-error.ts';

/** Connections that stay open until the process ends. */
const kept: DatabaseSyncInstance[] = [];

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
  readonly #log: string;
  readonly #marker: string;
  /** Not open. Older than the connections that write, so that it is closed after them when the process ends. */
  readonly #reader: DatabaseSyncInstance;
  #isSuspect = true;

  constructor(database: string) {
    this.#log = `${database}-wal`;
    this.#marker = `${database}-unsynced`;
    this.#reader = new DatabaseSync(database, { readOnly: true, timeout: 5, open: false });
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

  /**
   * Writes the log's bytes again, and syncs them. Otherwise a loss of power, after pages of a killed process were copied to
   * the database and before the restart is on the disk, would leave a log without those pages, whose older ones SQLite
   * then prefers to newer ones. Nobody may write to the log during this.
   *
   * @throws {Error} of the system.
   */
  rewrite(): void {
    let log: number;
    try {
      log = openSync(this.#log, 'r+');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
      throw error;
    }
    try {
      const piece = Buffer.alloc(1024 * 1024);
      for (let at = 0, read = 1; read > 0; at += read) {
        read = readSync(log, piece, 0, piece.length, at);
        for (let written = 0; written < read; ) written += writeSync(log, piece, written, read - written, at + written);
      }
      fsyncSync(log);
    } finally {
      closeSync(log);
    }
  }

  /**
   * Closes a connection while the log is suspect. SQLite copies the log to the database when the last connection closes,
   * unless that one only reads: one stays open until the process ends. The next process restarts the log.
   */
  closeUnchecked(database: DatabaseSyncInstance): void {
    try {
      if (!this.#reader.isOpen) {
        this.#reader.open();
        kept.push(this.#reader);
        // Opens the log too, and keeps it open.
        this.#reader.prepare('SELECT count(*) FROM sqlite_schema').get();
      }
      database.close();
    } catch {
      // On a disk that fails: it stays open, too.
      kept.push(database);
    }
  }

  /** Notes that the log was restarted. */
  restarted(): void {
    // If it cannot be removed, the log is restarted again.
    rmSync(this.#marker, { force: true });
    this.#isSuspect = false;
  }
}
