import { StorageError, type StorageErrorCode } from '../../common/storage-error.ts';

/** Codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html) with a code of their own here. */
const codes: Readonly<Record<string, StorageErrorCode>> = {
  // The server has become a standby, or is read-only.
  '25006': 'busy',
  '40001': 'busy',
  '40P01': 'busy',
  '53100': 'full',
  '55P03': 'busy',
  '57014': 'busy',
};

/** Classes: lost connections, insufficient resources, intervention of the operator. */
const classes: Readonly<Record<string, StorageErrorCode>> = { '08': 'busy', '53': 'busy', '57': 'busy' };

/** The SQLSTATE of an error of the server; undefined for errors of the network. */
function sqlStateOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in (error as object) ? code : undefined;
}

/** Whether another attempt of the whole transaction may succeed: serialization failure, deadlock. */
export function isTransient(error: unknown): boolean {
  const state = sqlStateOf(error instanceof StorageError ? error.cause : error);
  return state === '40001' || state === '40P01';
}

/** Whether the wait for a lock took too long: `lock_timeout`. */
export function isLocked(error: unknown): boolean {
  return sqlStateOf(error instanceof StorageError ? error.cause : error) === '55P03';
}

/** Whether a row of the same key exists. */
export function isTaken(error: unknown): boolean {
  return sqlStateOf(error instanceof StorageError ? error.cause : error) === '23505';
}

/** Whether the connection must not be used again: it is lost, or its server no longer accepts writes. */
export function breaksConnection(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === undefined || state === '25006' || state.startsWith('08') || state.startsWith('57P0');
}

/** Errors of the network are `busy`: another connection may find the server again. */
export function postgresError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const state = sqlStateOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (state === undefined)
    return new StorageError('busy', `The database does not respond: ${message}`, error, { reason: 'database' });
  const code = codes[state] ?? classes[state.slice(0, 2)] ?? 'failed';
  return new StorageError(code, `The database returned an error: ${message} (${state})`, error, { reason: 'database' });
}

/** The outcome of a commit is not known: it may be found by reading. */
export function uncertain(why: string, cause?: unknown): StorageError {
  return new StorageError('uncertain', `It is not known whether the database has committed: ${why}`, cause, {
    reason: 'commit-unknown',
  });
}
