import { sql } from 'kysely';
import type { KeyedHashValue } from '../secrets/secret-tokens.ts';
import { type PreparedQuery, prepared } from './prepared-query.ts';
import type { Db } from './tables.ts';

/** An API key. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The tenant that the key is limited to; null: all tenants. */
  readonly clientId: number | null;
}

/** A key of either kind as it is stored. */
export interface StoredKey {
  readonly hash: string;
  /** Milliseconds since 1970; null: not revoked. */
  readonly revokedAt: number | null;
}

type ByHash<Row> = PreparedQuery<{ readonly hash: string }, Row>;

export const apiKeyByHash: ByHash<ApiKey & StoredKey> = prepared<{ readonly hash: string }>()((db, value) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'hash', 'client_id as clientId', 'revoked_at as revokedAt'])
    .where('hash', '=', value('hash')),
);

/** A folder access key with its folder and the tenant of the folder's account. */
export interface FolderKey {
  readonly id: string;
  readonly name: string;
  readonly folderId: string;
  readonly accountId: string;
  /** Null: the account belongs to no tenant. */
  readonly clientId: number | null;
}

/** A folder access key as it is stored. */
export interface StoredFolderKey extends FolderKey, StoredKey {
  /** When the account was deactivated, in milliseconds since 1970; null: it is active. */
  readonly deactivatedAt: number | null;
}

/** A token by which an organisation's directory maintains the accounts of its tenant. */
export interface ScimToken {
  readonly id: string;
  readonly name: string;
  readonly clientId: number;
  /** 1: it may also remove accounts. */
  readonly removes: number;
}

export const scimTokenByHash: ByHash<ScimToken & StoredKey> = prepared<{ readonly hash: string }>()((db, value) =>
  db
    .selectFrom('scim_tokens')
    .select(['id', 'name', 'hash', 'client_id as clientId', 'removes', 'revoked_at as revokedAt'])
    .where('hash', '=', value('hash')),
);

export const folderKeyByHash: ByHash<StoredFolderKey> = prepared<{ readonly hash: string }>()((db, value) =>
  db
    .selectFrom('folder_keys')
    .innerJoin('entries', 'entries.id', 'folder_keys.folder_id')
    .innerJoin('accounts', 'accounts.id', 'entries.account_id')
    .select([
      'folder_keys.id',
      'folder_keys.name',
      'folder_keys.hash',
      'folder_keys.revoked_at as revokedAt',
      'folder_keys.folder_id as folderId',
      'accounts.id as accountId',
      'accounts.client_id as clientId',
      'accounts.deactivated_at as deactivatedAt',
    ])
    .where('folder_keys.hash', '=', value('hash'))
    .where('entries.kind', '=', 'folder'),
);

const folderKeyById = prepared<{ readonly id: string }>()((db, value) =>
  db.selectFrom('folder_keys').select('id').where('id', '=', value('id')),
);

/** Whether a folder access key exists: it does not after its folder was removed. */
export async function hasFolderKey(db: Db, id: string): Promise<boolean> {
  return (await folderKeyById.first(db, { id })) !== undefined;
}

/** The kinds of keys, each with its table. */
export const keyTables = { 'api-key': 'api_keys', 'folder-key': 'folder_keys', 'scim-token': 'scim_tokens' } as const;

export type KeyKind = keyof typeof keyTables;

/** The kinds of secrets that are hashed anew when they are used, each with its table. */
export const rehashedTables = {
  'api-key': 'api_keys',
  'folder-key': 'folder_keys',
  'scim-token': 'scim_tokens',
  promotion: 'promotions',
} as const;

export type RehashedKind = keyof typeof rehashedTables;

/** The hash of a secret under the current service key, which replaces an older one. */
export interface Rehash extends KeyedHashValue {
  readonly kind: RehashedKind;
  /** Of the row. */
  readonly id: string;
  /** The stored hash. */
  readonly from: string;
}

/** Stores a hash, unless the stored one has changed. */
export async function updateHash(db: Db, { kind, id, from, hash, keyId }: Rehash): Promise<void> {
  await db
    .updateTable(rehashedTables[kind])
    .set({ hash, key_id: keyId })
    .where('id', '=', id)
    .where('hash', '=', from)
    .execute();
}

/** The last use of a key. */
export interface Used {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The caller's address; null: unknown. */
  readonly from: string | null;
}

/** Stores the last use of keys by their ids, unless a later one is stored. */
export async function updateLastUse(
  db: Db,
  kind: KeyKind,
  uses: readonly (readonly [id: string, used: Used])[],
): Promise<void> {
  for (const [id, { at, from }] of uses) {
    await db
      .updateTable(keyTables[kind])
      .set({ used_at: at, used_from: from })
      .where('id', '=', id)
      .where((where) => where.or([where('used_at', 'is', null), where('used_at', '<=', at)]))
      .execute();
  }
}

export interface Promotion {
  readonly id: string;
  readonly name: string;
  /** The tenant of the created accounts; null: none. */
  readonly clientId: number | null;
}

/**
 * The promotion with a code, and whether it is live: within its period, with places left.
 *
 * @param hashes of the code, under each service key.
 */
export async function findPromotion(
  db: Db,
  hashes: readonly string[],
  now: number,
): Promise<(Promotion & { readonly hash: string; readonly isLive: boolean }) | undefined> {
  const row = await db
    .selectFrom('promotions')
    .select(['id', 'name', 'hash', 'client_id as clientId', isLive(now).as('isLive')])
    .where('hash', 'in', hashes)
    .executeTakeFirst();
  // SQLite represents booleans as numbers.
  return row && { ...row, isLive: Boolean(row.isLive) };
}

/** Uses one place; false when none is left. A single statement, so that only one caller gets the last place. */
export async function redeemPromotion(db: Db, id: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('promotions')
    .set({ redeemed: sql<number>`redeemed + 1` })
    .where('id', '=', id)
    .where(isLive(now))
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

function isLive(now: number): ReturnType<typeof sql<boolean>> {
  return sql<boolean>`redeemed < places AND (from_at IS NULL OR from_at <= ${now}) AND (until_at IS NULL OR until_at > ${now})`;
}
