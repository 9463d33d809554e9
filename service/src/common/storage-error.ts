/** Why storage failed. */
export type StorageErrorCode =
  /** Another process locked the database for too long. */
  | 'busy'
  /** No space is left on the volume of the data folder. */
  | 'full'
  /** The data folder or a file in it is not writable. */
  | 'read-only'
  /** The data was written by a newer version of the service. */
  | 'newer-schema'
  /** The loaded SQLite is too old to be safe with several connections. */
  | 'old-sqlite'
  /** The service key is not the one that the data folder was created with. */
  | 'other-key'
  /** It is not known whether a commit has succeeded: the connection to the database was lost. */
  | 'uncertain'
  /** The clock is far ahead of the last time that was known to be right, so nothing expires. */
  | 'clock-ahead'
  /** Acknowledged bytes are missing, or have changed. */
  | 'lost'
  /** The data key of sealed bytes was destroyed: nobody can read them. */
  | 'key-destroyed'
  /** The data folder has files or a service key, and no database. */
  | 'lost-database'
  /** The database is that of another data folder. */
  | 'foreign-database'
  /** Any other failure of the operating system or SQLite. */
  | 'failed';

/** The reason for which a busy service waited. */
export type BusyReason =
  /** A server of the database, or a lock in it. */
  | 'database'
  /** A connection of this process to the database: all are in use. */
  | 'connections'
  /** The object store. */
  | 'objects'
  /** The outcome of a commit, which is not known. */
  | 'commit-unknown'
  /** The SHA-256 of a large file whose chunks went to several processes. */
  | 'digest'
  /** Another process that uses the data folder. */
  | 'folder';

/** Thrown by everything in storage/. The message may name paths: it is for the operator, not for callers. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  /** The setting and its value, for callers, when a limit was reached rather than the end of the disk. */
  readonly limit: string | undefined;
  /** For `busy` and `uncertain`. */
  readonly reason: BusyReason;

  constructor(
    code: StorageErrorCode,
    message: string,
    cause?: unknown,
    { limit, reason = 'folder' }: { readonly limit?: string; readonly reason?: BusyReason } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.limit = limit;
    this.reason = reason;
  }
}

/** Primary result codes of SQLite with a code of their own here (https://www.sqlite.org/rescode.html). */
const sqliteCodes: Readonly<Record<number, StorageErrorCode>> = { 5: 'busy', 6: 'busy', 8: 'read-only', 13: 'full' };

const systemCodes: Readonly<Record<string, StorageErrorCode>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
};

/** The `code` of an error, as Node sets it; an empty string without one. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Converts an error of SQLite or the operating system to a StorageError. */
export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const primary = sqliteResultCode(error);
  if (primary !== undefined) {
    return new StorageError(
      sqliteCodes[primary & 0xff] ?? 'failed',
      `The database returned an error: ${message}`,
      error,
    );
  }
  return new StorageError(systemCodes[errorCode(error)] ?? 'failed', message, error);
}

/** Runs work; its errors become StorageErrors. */
export async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageError(error);
  }
}

/** Texts of SQLite (`sqlite3_errstr`) for these codes. */
const sqliteTexts: Readonly<Record<string, number>> = {
  'database is locked': 5,
  'database table is locked': 6,
  'attempt to write a readonly database': 8,
  'disk I/O error': 10,
  'database or disk is full': 13,
};

/**
 * The extended result code of an SQLite error; undefined for any other error. Errors that `@photostructure/sqlite`
 * throws from `all()` have no code, only the text.
 */
export function sqliteResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || errorCode(error) !== 'ERR_SQLITE_ERROR') return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode;
  // 1 is SQLITE_ERROR: no particular reason.
  return sqliteTexts[error.message] ?? 1;
}
