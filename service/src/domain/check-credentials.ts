import { Rejection } from '../common/rejection.ts';
import type { Passwords } from '../secrets/passwords.ts';
import { type KeyedHash, sameHash } from '../secrets/tokens.ts';
import { findAdministrator, findClientIdOfOrg } from '../storage/accounts.ts';
import {
  type ApiKey,
  type FolderKey,
  findApiKey,
  findFolderKey,
  findPromotion,
  type Promotion,
} from '../storage/credentials.ts';
import type { Db } from '../storage/tables.ts';
import { fold } from './account-names.ts';
import { addressSubjects, type Peer } from './caller-address.ts';
import type { Guard, Subject } from './guess-guard.ts';

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
export function mayAccess(key: ApiKey, clientId: number | null): boolean {
  return key.clientId === null || key.clientId === clientId;
}

/** How long what was checked for a request holds, in milliseconds: one that takes longer to arrive is checked again. */
const holds = 10_000;

/** Keys that were checked for a request, so that asking before its bytes are taken in and after costs once. */
export class CheckedKeys<Key> {
  readonly #found = new WeakMap<Caller, { readonly presented: string; readonly key: Key; readonly at: number }>();

  /** What was presented with this request, if it was found to be this key a moment ago. */
  find(caller: Caller, presented: string | undefined): Key | undefined {
    const found = this.#found.get(caller);
    return found !== undefined && found.presented === presented && performance.now() - found.at < holds
      ? found.key
      : undefined;
  }

  keep(caller: Caller, presented: string | undefined, key: Key): Key {
    if (presented !== undefined) this.#found.set(caller, { presented, key, at: performance.now() });
    return key;
  }
}

const checkedApiKeys = new CheckedKeys<ApiKey>();

/**
 * The API key that a caller presents. One that is revoked is no guess, and is not counted as one: whoever still has it and
 * tries again would shut out all others at the address.
 *
 * @throws {Rejection} `AccessDenied`, the same for a key that is missing, unknown or revoked.
 */
export async function checkApiKey(caller: Caller, presented: string | undefined): Promise<ApiKey> {
  const known = checkedApiKeys.find(caller, presented);
  if (known !== undefined) return known;
  const { db, hashes, guard } = caller.state;
  const hash = hashes.of('api-key', presented ?? '');
  const key = await guard.guarded(subjectsOf(caller), async () => confirmed(await findApiKey(db, hash), hash));
  if (key === undefined || key.revokedAt !== null) throw new Rejection('AccessDenied', 'The API key is not valid.');
  return checkedApiKeys.keep(caller, presented, key);
}

const checkedFolderKeys = new CheckedKeys<FolderKey>();

/**
 * The folder access key that a caller presents with an API key that may reach the folder's account. One that is revoked is
 * not counted as a guess.
 *
 * @throws {Rejection} `AccessDenied`, the same for a key that is missing, unknown, revoked or another tenant's.
 */
export async function checkFolderKey(
  caller: Caller,
  apiKey: ApiKey,
  presented: string | undefined,
): Promise<FolderKey> {
  const known = checkedFolderKeys.find(caller, presented);
  if (known !== undefined) return known;
  const { db, hashes, guard } = caller.state;
  const hash = hashes.of('folder-key', presented ?? '');
  const subjects = subjectsOf(caller, { kind: 'key', id: apiKey.id });
  const key = await guard.guarded(subjects, async () => {
    const found = confirmed(await findFolderKey(db, hash), hash);
    return found !== undefined && mayAccess(apiKey, found.clientId) ? found : undefined;
  });
  if (key === undefined || key.revokedAt !== null)
    throw new Rejection('AccessDenied', 'The folder access key is not valid.');
  return checkedFolderKeys.keep(caller, presented, key);
}

/** An administrator who has shown the password. */
export interface CheckedAdministrator {
  readonly id: string;
  readonly clientId: number;
}

/**
 * The administrator of a tenant's private site.
 *
 * @throws {Rejection} `AccessDenied`, the same, and after the same time, whichever of the three is wrong or the API key is
 * another tenant's.
 */
export async function checkAdministrator(
  caller: Caller,
  apiKey: ApiKey,
  given: { readonly orgId: bigint; readonly userId: string; readonly password: string },
): Promise<CheckedAdministrator> {
  const { db, passwords, guard } = caller.state;
  const userId = fold(given.userId.slice(0, 256));
  const subjects = subjectsOf(caller, { kind: 'account', id: `${given.orgId}/${userId}` });
  const checked = await guard.guarded(subjects, async () => {
    const found = await findClientIdOfOrg(db, given.orgId);
    const clientId = found !== undefined && mayAccess(apiKey, found) ? found : undefined;
    const administrator = clientId === undefined ? undefined : await findAdministrator(db, clientId, userId);
    const right = await passwords.verify(given.password, administrator?.passwordHash);
    return right && clientId !== undefined && administrator !== undefined
      ? { id: administrator.id, clientId }
      : undefined;
  });
  if (checked === undefined) {
    throw new Rejection('AccessDenied', 'OrgID, AdminUserID or AdminPassword is not valid.');
  }
  return checked;
}

/**
 * The promotion whose code a caller presents, if it is live and has a place left at this moment. A right code that comes too
 * early or too late is no guess, and is not counted as one.
 *
 * @throws {Rejection} `AccessDenied`, the same for a code that is missing, unknown, not live, used up or another tenant's.
 */
export async function checkPromotion(
  caller: Caller,
  apiKey: ApiKey,
  presented: string | undefined,
): Promise<Promotion> {
  const { db, hashes, guard, now } = caller.state;
  const hash = hashes.of('promotion', presented ?? '');
  const subjects = subjectsOf(caller, { kind: 'key', id: apiKey.id });
  const promotion = await guard.guarded(subjects, async () => {
    const found = confirmed(await findPromotion(db, hash, now()), hash);
    return found !== undefined && (found.clientId === null || mayAccess(apiKey, found.clientId)) ? found : undefined;
  });
  if (promotion === undefined || !promotion.isLive) throw promotionRejected();
  return promotion;
}

export function promotionRejected(): Rejection {
  return new Rejection('AccessDenied', 'The promotion code is not valid, or is used up.');
}
