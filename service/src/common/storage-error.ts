/** Why storage could not do what was asked. */
export type StorageErrorCode =
  /** Another process held the database for too long. */
  | 'busy'
  /** No space is left on the volume of the data folder. */
  | 'full'
  /** The data folder or a file in it may not be written. */
  | 'read-only'
  /** The data folder was made by a newer version of the service. */
  | 'newer-schema'
  /** The SQLite that was loaded is too old to be trusted with several connections. */
  | 'old-sqlite'
  /** The service's key is not the one that the data folder was made with. */
  | 'other-key'
  /** Bytes that were acknowledged are not there. */
  | 'lost'
  /** The operating system or SQLite refused in another way. */
  | 'failed';

/** Thrown by everything in storage/ and files/. The message may name paths: it is for the operator, not for callers. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Primary result codes of SQLite that have a meaning of their own here (https://www.sqlite.org/rescode.html). */
const sqliteCodes: Readonly<Record<number, StorageErrorCode>> = { 5: 'busy', 6: 'busy', 8: 'read-only', 13: 'full' };

const systemCodes: Readonly<Record<string, StorageErrorCode>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
};

/** What SQLite or the operating system threw, as a StorageError. */
export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const primary = sqliteResultCode(error);
  if (primary !== undefined) {
    return new StorageError(sqliteCodes[primary & 0xff] ?? 'failed', `The database answered: ${message}`, error);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new StorageError(systemCodes[code] ?? 'failed', message, error);
}

/** The texts of SQLite (`sqlite3_errstr`) for the codes that have a meaning here. */
const sqliteTexts: Readonly<Record<string, number>> = {
  'database is locked': 5,
  'database table is locked': 6,
  'attempt to write a readonly database': 8,
  'database or disk is full': 13,
};

/**
 * The result code of an error of SQLite, extended code included; undefined for any other error. What
 * `@photostructure/sqlite` throws from `all()` has no code, only the text.
 */
export function sqliteResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode;
  // 1 is SQLITE_ERROR: no particular reason.
  return sqliteTexts[error.message] ?? 1;
}
