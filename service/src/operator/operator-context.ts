import { labelProblem } from '../domain/account-names.ts';
import type { KeyedHash } from '../secrets/tokens.ts';
import type { Db } from '../storage/tables.ts';

/** Why a command of the operator cannot be done as it was given. Nothing was changed. */
export type OperatorErrorCode =
  /** A name, a time or a path that was given cannot be one. */
  | 'invalid-argument'
  /** Something of that name is there, or was and is revoked. */
  | 'name-taken'
  | 'unknown-name'
  | 'unknown-tenant'
  | 'no-such-folder'
  | 'no-such-file'
  /** Files on the disk would be overwritten. */
  | 'already-there';

/** The message is a whole sentence, with the remedy where there is one. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What an operator's changes stand on; the state of a service is one. */
export interface OperatorContext {
  readonly db: Db;
  readonly hashes: KeyedHash;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a command that takes something out of force came to. */
export type RevokeResult = 'revoked' | 'revoked before';

/** A name for something new, in NFC. */
export function checkNewName(given: string): string {
  const name = given.normalize('NFC');
  const fault = labelProblem(name);
  if (fault !== undefined) throw new OperatorError('invalid-argument', `The name ${fault}.`);
  return name;
}
