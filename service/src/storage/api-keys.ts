import type { Db } from './tables.ts';

/** An API key that is in force. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The one tenant it is for; null: all. */
  readonly clientId: number | null;
}

export async function findApiKey(db: Db, hash: string): Promise<(ApiKey & { readonly hash: string }) | undefined> {
  return await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'hash', 'client_id as clientId'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** A folder access key that is in force, with the folder and the tenant of its account. */
export interface FolderKey {
  readonly id: string;
  readonly name: string;
  readonly folderId: string;
  readonly accountId: string;
  /** Null: an account of no tenant. */
  readonly clientId: number | null;
}

export async function findFolderKey(
  db: Db,
  hash: string,
): Promise<(FolderKey & { readonly hash: string }) | undefined> {
  return await db
    .selectFrom('folder_keys')
    .innerJoin('entries', 'entries.id', 'folder_keys.folder_id')
    .innerJoin('accounts', 'accounts.id', 'entries.account_id')
    .select([
      'folder_keys.id',
      'folder_keys.name',
      'folder_keys.hash',
      'folder_keys.folder_id as folderId',
      'accounts.id as accountId',
      'accounts.client_id as clientId',
    ])
    .where('folder_keys.hash', '=', hash)
    .where('folder_keys.revoked_at', 'is', null)
    .where('entries.kind', '=', 'folder')
    .executeTakeFirst();
}
