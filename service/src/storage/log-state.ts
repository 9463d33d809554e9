import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { errorCode, StorageError } from '../common/storage-error.ts';
import { type ByteRange, RewritableFile } from './rewrite-in-place.ts';

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
  readonly #database: string;
  readonly #log: string;
  readonly #marker: string;
  /** Not open. Older than the connections that write, so that it is closed after them when the process ends. */
  readonly #reader: DatabaseSyncInstance;
  #isSuspect = true;
  /** Device and inode of the database. */
  #place: string | undefined;
  /** The database, once pages of it were written again. */
  #copied: RewritableFile | undefined;

  constructor(database: string) {
    this.#database = database;
    this.#log = `${database}-wal`;
    this.#marker = `${database}-unsynced`;
    this.#reader = new DatabaseSync(database, { readOnly: true, timeout: 5, open: false });
  }

  get isSuspect(): boolean {
    return this.#isSuspect || existsSync(this.#marker);
  }

  /**
   * Refuses to commit to a database that was removed or replaced: open files go on without a name, and what is committed to
   * them is gone when the process ends.
   *
   * @throws {StorageError} `lost-database`.
   */
  checkPlace(): void {
    const about = statSync(this.#database, { throwIfNoEntry: false });
    const place = about && `${about.dev} ${about.ino}`;
    this.#place ??= place;
    if (place !== undefined && place === this.#place) return;
    throw new StorageError(
      'lost-database',
      `${this.#database} was removed or replaced while the service runs: stop all processes, and put it back from a backup.`,
    );
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
    let log: RewritableFile;
    try {
      log = new RewritableFile(this.#log);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
      throw error;
    }
    try {
      log.rewrite();
    } finally {
      log.close();
    }
  }

  /**
   * Copies the log to the database, from where older transactions do not read it. Unlike a connection that has a transaction,
   * this can be called while nobody else may commit.
   *
   * @returns whether all of it was copied.
   * @throws {Error} of SQLite.
   */
  copy(): boolean {
    const database = new DatabaseSync(this.#database, { timeout: 5 });
    try {
      database.exec('PRAGMA synchronous=FULL; PRAGMA checkpoint_fullfsync=ON');
      const result = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
      return result?.busy === 0 && result.log === result.checkpointed;
    } finally {
      database.close();
    }
  }

  /**
   * Writes the pages of the database again that the log has, after they were copied from it, and syncs them: the sync of an
   * earlier copy may have failed. Nobody may commit or copy the log during this.
   *
   * @throws {Error} of the system.
   */
  rewriteCopied(): void {
    const pages = pagesIn(this.#log);
    if (pages.length === 0) return;
    // Not closed: that would release the locks which SQLite has on the file.
    this.#copied ??= new RewritableFile(this.#database);
    this.#copied.rewrite(pages);
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

const [logHead, frameHead] = [32, 24];

/** The pages of the database that a log has, by their places in the database, adjacent ones as one range. */
function pagesIn(log: string): readonly ByteRange[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(log);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
  const size = bytes.length < logHead ? 0 : bytes.readUInt32BE(8);
  if (size === 0) return [];
  const numbers = new Set<number>();
  for (let at = logHead; at + frameHead + size <= bytes.length; at += frameHead + size)
    numbers.add(bytes.readUInt32BE(at));
  // Of frames that were lost.
  numbers.delete(0);
  const ranges: ByteRange[] = [];
  for (const page of [...numbers].sort((a, b) => a - b)) {
    const [start, end, last] = [(page - 1) * size, page * size, ranges.at(-1)];
    if (last?.end === start) ranges[ranges.length - 1] = { start: last.start, end };
    else ranges.push({ start, end });
  }
  return ranges;
}
