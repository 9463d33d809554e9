import { Rejection } from '../common/rejection.ts';
import type { Passwords } from '../secrets/passwords.ts';
import { isOneOf, type KeyedHash } from '../secrets/secret-tokens.ts';
import { findAdministrator, findClientIdOfOrg } from '../storage/accounts.ts';
import type { Commits } from '../storage/commits.ts';
import {
  type ApiKey,
  apiKeyByHash,
  type FolderKey,
  findPromotion,
  folderKeyByHash,
  type KeyKind,
  type Promotion,
  type RehashedKind,
  type ScimToken,
  type StoredFolderKey,
  type StoredKey,
  scimTokenByHash,
} from '../storage/credentials.ts';
import type { Lookups } from '../storage/lookups.ts';
import type { Db } from '../storage/tables.ts';
import { spanned } from '../tracing/tracer.ts';
import { fold } from './account-names.ts';
import { addressSubjects, callerAddress, type Peer } from './caller-address.ts';
import type { Guard, Subject } from './guess-guard.ts';
import type { KeyUse } from './key-use.ts';

/** The services that check credentials. */
export interface Access {
  readonly db: Db;
  readonly lookups: Lookups;
  /** Durable commits, which concurrent requests share. */
  readonly commits: Commits;
  readonly hashes: KeyedHash;
  readonly passwords: Passwords;
  readonly guard: Guard;
  readonly keyUse: KeyUse;
  readonly now: () => number;
  readonly trustProxy: boolean;
}

/** The caller of an operation: the context of a handler. */
export interface Caller extends Peer {
  readonly requestId: string;
  readonly state: Access;
}

/** The subjects that wrong secrets are counted for: `own`, if given, and the caller's address. */
export function subjectsOf(caller: Caller, own?: Subject): readonly Subject[] {
  const addresses = addressSubjects(caller, caller.state.trustProxy);
  return own === undefined ? addresses : [own, ...addresses];
}

/** Compares the hash of a row that was found by hashes again, in constant time. */
function confirmed<Found extends { readonly hash: string }>(
  found: Found | undefined,
  hashes: readonly string[],
): Found | undefined {
  return found !== undefined && isOneOf(found.hash, hashes) ? found : undefined;
}

/** Values of a query by hash. */
function hashValues(hashes: readonly string[]): readonly { readonly hash: string }[] {
  return hashes.map((hash) => ({ hash }));
}

/** Whether a key may be used for objects of a tenant, or of no tenant (null). */
export function mayAccess(key: ApiKey, clientId: number | null): boolean {
  return key.clientId === null || key.clientId === clientId;
}

/** Lifetime of a cached check in milliseconds: a request that takes longer to arrive is checked again. */
const maxAge = 10_000;

/** Cache of the checked key per request: `authorize` checks before the body arrives, the handler again after it. */
class CheckedKeys<Key> {
  readonly #found = new WeakMap<Caller, { readonly presented: string; readonly key: Key; readonly at: number }>();

  /** The key if it was checked recently for this request. */
  find(caller: Caller, presented: string | undefined): Key | undefined {
    const found = this.#found.get(caller);
    return found !== undefined && found.presented === presented && performance.now() - found.at < maxAge
      ? found.key
      : undefined;
  }

  store(caller: Caller, presented: string | undefined, key: Key): Key {
    if (presented !== undefined) this.#found.set(caller, { presented, key, at: performance.now() });
    return key;
  }
}

/** The caller gets the same message as for an unknown key; the operator's log tells which key was revoked. */
function revoked(what: string, name: string): Rejection {
  return new Rejection('AccessDenied', `The ${what} is not valid.`, `the ${what} ${name} is revoked`);
}

function noteUse(caller: Caller, kind: KeyKind, key: { readonly id: string; readonly name: string }): void {
  const { keyUse, trustProxy } = caller.state;
  keyUse.used(caller.requestId, kind, key, callerAddress(caller, trustProxy));
}

/** Has a secret that was recognised by an older service key hashed anew. @param all its hashes, that of the current key first. */
function rehash(
  { state: { hashes, keyUse } }: Caller,
  kind: RehashedKind,
  found: { readonly id: string; readonly hash: string },
  { presented, all }: { readonly presented: string | undefined; readonly all: readonly string[] },
): void {
  if (found.hash === all[0]) return;
  keyUse.rehash({ ...hashes.new(kind, presented ?? ''), kind, id: found.id, from: found.hash });
}

const checkedApiKeys = new CheckedKeys<ApiKey>();

/**
 * Checks the API key that a caller presents. A revoked key is not counted as a guess: a client that still uses it would
 * lock out all others at its address.
 *
 * @throws {Rejection} `AccessDenied`, the same for a key that is missing, unknown or revoked.
 */
export async function checkApiKey(caller: Caller, presented: string | undefined): Promise<ApiKey> {
  const known = checkedApiKeys.find(caller, presented);
  return known ?? (await lookUpApiKey(caller, presented));
}

const lookUpApiKey = spanned('check API key', findApiKey);

async function findApiKey(caller: Caller, presented: string | undefined): Promise<ApiKey> {
  const { db, lookups, hashes, guard } = caller.state;
  await lookups.refreshed();
  const all = hashes.all('api-key', presented ?? '');
  const subjects = subjectsOf(caller);
  const key =
    guard.atOnce(subjects, () => confirmed(lookups.apiKey.firstOf(hashValues(all)), all)) ??
    (await guard.guarded(subjects, async () => confirmed(await apiKeyByHash.firstOf(db, hashValues(all)), all)));
  if (key === undefined) throw new Rejection('AccessDenied', 'The API key is not valid.');
  rehash(caller, 'api-key', key, { presented, all });
  if (key.revokedAt !== null) throw revoked('API key', key.name);
  noteUse(caller, 'api-key', key);
  return checkedApiKeys.store(caller, presented, key);
}

const checkedFolderKeys = new CheckedKeys<FolderKey>();

/**
 * Checks the folder access key that a caller presents; the API key must have access to the folder's account. A revoked
 * key is not counted as a guess.
 *
 * @throws {Rejection} `AccessDenied`, the same for a key that is missing, unknown, revoked or another tenant's.
 */
export async function checkFolderKey(
  caller: Caller,
  apiKey: ApiKey,
  presented: string | undefined,
): Promise<FolderKey> {
  const known = checkedFolderKeys.find(caller, presented);
  return known ?? (await lookUpFolderKey(caller, apiKey, presented));
}

const lookUpFolderKey = spanned('check folder access key', findFolderKey);

async function findFolderKey(caller: Caller, apiKey: ApiKey, presented: string | undefined): Promise<FolderKey> {
  const { db, lookups, hashes, guard } = caller.state;
  await lookups.refreshed();
  const all = hashes.all('folder-key', presented ?? '');
  const subjects = subjectsOf(caller, { kind: 'key', id: apiKey.id });
  const accessible = (found: StoredFolderKey | undefined): StoredFolderKey | undefined => {
    const key = confirmed(found, all);
    return key !== undefined && mayAccess(apiKey, key.clientId) ? key : undefined;
  };
  const key =
    guard.atOnce(subjects, () => accessible(lookups.folderKey.firstOf(hashValues(all)))) ??
    (await guard.guarded(subjects, async () => accessible(await folderKeyByHash.firstOf(db, hashValues(all)))));
  if (key === undefined) throw new Rejection('AccessDenied', 'The folder access key is not valid.');
  rehash(caller, 'folder-key', key, { presented, all });
  if (key.revokedAt !== null) throw revoked('folder access key', key.name);
  if (key.deactivatedAt !== null) {
    throw new Rejection(
      'AccessDenied',
      'The folder access key is not valid.',
      `the account of ${key.name} is deactivated`,
    );
  }
  noteUse(caller, 'folder-key', key);
  return checkedFolderKeys.store(caller, presented, key);
}

/**
 * Checks the token of an organisation's directory. A revoked one is not counted as a guess.
 *
 * @throws {Rejection} `AccessDenied`, the same for a token that is missing, unknown or revoked.
 */
export const checkScimToken: typeof findScimToken = spanned('check SCIM token', findScimToken);

async function findScimToken(caller: Caller, presented: string | undefined): Promise<ScimToken> {
  const { db, hashes, guard } = caller.state;
  const all = hashes.all('scim-token', presented ?? '');
  const find = async (): Promise<(ScimToken & StoredKey) | undefined> =>
    confirmed(await scimTokenByHash.firstOf(db, hashValues(all)), all);
  const token = await guard.guarded(subjectsOf(caller), find);
  if (token === undefined) throw new Rejection('AccessDenied', 'The SCIM token is not valid.');
  rehash(caller, 'scim-token', token, { presented, all });
  if (token.revokedAt !== null) throw revoked('SCIM token', token.name);
  noteUse(caller, 'scim-token', token);
  return token;
}

/** An authenticated administrator. */
export interface CheckedAdministrator {
  readonly id: string;
  readonly clientId: number;
}

/**
 * Authenticates the administrator of a tenant's private site.
 *
 * @throws {Rejection} `AccessDenied`, with the same text and timing whichever of the three values is wrong, and when the
 *   API key belongs to another tenant.
 */
export const checkAdministrator: typeof findAdministratorOf = spanned('check administrator', findAdministratorOf);

async function findAdministratorOf(
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
 * Checks the promotion code that a caller presents: it must be live and have a place left. A correct code outside of its
 * period is not counted as a guess.
 *
 * @throws {Rejection} `AccessDenied`, the same for a code that is missing, unknown, not live, used up or another tenant's.
 */
export const checkPromotion: typeof findPromotionOf = spanned('check promotion code', findPromotionOf);

async function findPromotionOf(caller: Caller, apiKey: ApiKey, presented: string | undefined): Promise<Promotion> {
  const { db, hashes, guard, now } = caller.state;
  const all = hashes.all('promotion', presented ?? '');
  const subjects = subjectsOf(caller, { kind: 'key', id: apiKey.id });
  const promotion = await guard.guarded(subjects, async () => {
    const found = confirmed(await findPromotion(db, all, now()), all);
    return found !== undefined && (found.clientId === null || mayAccess(apiKey, found.clientId)) ? found : undefined;
  });
  if (promotion === undefined) throw promotionRejected();
  rehash(caller, 'promotion', promotion, { presented, all });
  if (!promotion.isLive) throw promotionRejected();
  return promotion;
}

export function promotionRejected(): Rejection {
  return new Rejection('AccessDenied', 'The promotion code is not valid, or is used up.');
}
