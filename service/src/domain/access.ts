import { type KeyedHash, sameHash } from '../secrets/keyed-hash.ts';
import type { Passwords } from '../secrets/passwords.ts';
import type { ApiKey } from '../storage/api-keys.ts';
import type { Db } from '../storage/tables.ts';
import type { Guard, Subject } from './guard.ts';
import { addressSubjects, type Peer } from './peer-address.ts';

/** What credentials are checked with. */
export interface Access {
  readonly db: Db;
  readonly hashes: KeyedHash;
  readonly passwords: Passwords;
  readonly guard: Guard;
  readonly now: () => number;
  readonly trustProxy: boolean;
}

/** Who asks: the context of a handler. */
export interface Caller extends Peer {
  readonly state: Access;
}

/** What wrong secrets are counted for: `own`, if there is one, and the caller's address. */
export function subjectsOf(caller: Caller, own?: Subject): readonly Subject[] {
  const addresses = addressSubjects(caller, caller.state.trustProxy);
  return own === undefined ? addresses : [own, ...addresses];
}

/** What was found by the hash of a secret, if its hash is that one: the comparison does not tell by its time. */
export function confirmed<Found extends { readonly hash: string }>(
  found: Found | undefined,
  hash: string,
): Found | undefined {
  return found !== undefined && sameHash(found.hash, hash) ? found : undefined;
}

/** Whether a key may be used for what belongs to a tenant, or to none (null). */
export function reaches(key: ApiKey, clientId: number | null): boolean {
  return key.clientId === null || key.clientId === clientId;
}
