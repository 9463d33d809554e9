import { labelProblem } from '../domain/account-names.ts';
import type { ServiceKeys } from '../domain/service-keys.ts';
import type { KeyedHash } from '../secrets/secret-tokens.ts';
import type { Db } from '../storage/tables.ts';

/** Why an operator's command failed. Nothing was changed. */
export type OperatorErrorCode =
  /** An invalid name, time or path. */
  | 'invalid-argument'
  /** The name is in use, possibly by a revoked key. */
  | 'name-taken'
  | 'unknown-name'
  | 'unknown-tenant'
  | 'no-such-folder'
  | 'no-such-file'
  | 'no-such-upload'
  /** Files on the disk would be overwritten. */
  | 'already-there'
  /** A process runs that must not. */
  | 'in-use';

/** The message is a sentence, with the remedy if there is one. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Services for an operator's changes; the state of a service is one. */
export interface OperatorContext {
  readonly db: Db;
  /** Refresh them in the transaction that stores a hash or a seal. */
  readonly keys: ServiceKeys;
  readonly hashes: KeyedHash;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Result of a revoke. */
export type RevokeResult = 'revoked' | 'already revoked';

/** Checks a new name and normalises it to NFC. */
export function checkNewName(given: string): string {
  const name = given.normalize('NFC');
  const fault = labelProblem(name);
  if (fault !== undefined) throw new OperatorError('invalid-argument', `The name ${fault}.`);
  return name;
}
