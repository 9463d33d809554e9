import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Db } from '../storage/tables.ts';

/** What an operator's changes stand on; the state of a service is one. */
export interface Desk {
  readonly db: Db;
  readonly hashes: KeyedHash;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a command that takes something out of force came to. */
export type Revoked = 'revoked' | 'revoked before';
