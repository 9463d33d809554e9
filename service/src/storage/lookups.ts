import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { StorageError } from '../common/storage-error.ts';
import { siteOfTenant, tenantOfCompany } from './accounts.ts';
import { CachedReads, Lookup } from './cached-reads.ts';
import { type ApiKey, apiKeyByHash, folderKeyByHash, type StoredFolderKey, type StoredKey } from './credentials.ts';
import { type Guesses, guessesOf } from './guesses.ts';
import { providerOfDomain, type StoredProvider } from './identity-providers.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { Db } from './tables.ts';

/** What accepted requests read: cached in memory until a commit of any process, other than those of this one's uploads. */
export interface Lookups {
  /** Await it for each request: later lookups see all commits until the call. */
  refreshed(): Promise<void>;
  readonly apiKey: Lookup<{ readonly hash: string }, ApiKey & StoredKey>;
  readonly folderKey: Lookup<{ readonly hash: string }, StoredFolderKey>;
  readonly guesses: Lookup<{ readonly subject: string }, Guesses>;
  readonly tenantOfCompany: Lookup<{ readonly codeFolded: string }, { readonly clientId: number }>;
  readonly site: Lookup<{ readonly clientId: number }, { readonly apiUrl: string | null }>;
  readonly providerOfDomain: Lookup<{ readonly domain: string }, StoredProvider>;
  close(): void;
}

/** Lookups that read the database each time: how PostgreSQL's processes learn of commits of others is not free. */
export function uncachedLookups(db: Db): Lookups {
  const never = new StorageError('busy', 'The database is not in this process.');
  const read = (): never => {
    throw never;
  };
  return lookupsBy((query) => new Lookup(query, { read, db }), {
    refreshed: async () => undefined,
    close: () => undefined,
  });
}

/**
 * Opens the lookups of a database file.
 *
 * @param db an open connection to it.
 * @param uploads the connection of uploads, whose commits change nothing that is looked up.
 * @throws {StorageError}
 */
export function openLookups(path: string, db: Db, uploads: DatabaseSyncInstance): Lookups {
  const reads = new CachedReads(path, uploads);
  return lookupsBy((query) => reads.lookup(query, db), {
    refreshed: () => reads.refreshed(),
    close: () => reads.close(),
  });
}

function lookupsBy(
  by: <Values, Row>(query: PreparedQuery<Values, Row>) => Lookup<Values, Row>,
  rest: Pick<Lookups, 'refreshed' | 'close'>,
): Lookups {
  return {
    ...rest,
    apiKey: by(apiKeyByHash),
    folderKey: by(folderKeyByHash),
    guesses: by(guessesOf),
    tenantOfCompany: by(tenantOfCompany),
    site: by(siteOfTenant),
    providerOfDomain: by(providerOfDomain),
  };
}
