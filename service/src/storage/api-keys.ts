import type { Db } from './tables.ts';

/** An API key. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The one tenant it is for; null: all. */
  readonly clientId: number | null;
}

/** A key of whatever kind as it is stored. */
export interface StoredKey {
  readonly hash: string;
  /** Milliseconds since 1970; null: in force. */
  readonly revokedAt: number | null;
}

export async function findApiKey(db: Db, hash: string): Promise<(ApiKey & StoredKey) | undefined> {
  return await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'hash', 'client_id as clientId', 'revoked_at as revokedAt'])
    .where('hash', '=', hash)
    .executeTakeFirst();
}

/** A folder access key, with the folder and the tenant of its account. */
export interface FolderKey {
  readonly id: string;
  readonly name: string;
  readonly folderId: string;
  readonly accountId: string;
  /** Null: an account of no tenant. */
  readonly clientId: number | null;
}

export async function findFolderKey(db: Db, hash: string): Promise<(FolderKey & StoredKey) | undefined> {
  return await db
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
    ])
    .where('folder_keys.hash', '=', hash)
    .where('entries.kind', '=', 'folder')
    .executeTakeFirst();
}
