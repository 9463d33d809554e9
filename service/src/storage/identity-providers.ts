import { StorageError } from '../common/storage-error.ts';
import type { Seals } from '../secrets/seal.ts';
import type { IdentityProvider, OidcProvider } from './identity-provider.ts';
import type { Db } from './tables.ts';

/** A tenant's identity provider. */
export interface TenantProvider {
  readonly clientId: number;
  readonly provider: IdentityProvider;
}

/** The provider of the tenant that has an e-mail domain; undefined when there is no such tenant, or it has none. */
export async function findProviderOfDomain(db: Db, seals: Seals, domain: string): Promise<TenantProvider | undefined> {
  const row = await db
    .selectFrom('domains')
    .innerJoin('identity_providers', 'identity_providers.client_id', 'domains.client_id')
    .selectAll('identity_providers')
    .where('domains.domain', '=', domain)
    .executeTakeFirst();
  return row && { clientId: row.client_id, provider: opened(seals, row.client_id, row.settings) };
}

export async function findProvider(db: Db, seals: Seals, clientId: number): Promise<IdentityProvider | undefined> {
  const row = await db
    .selectFrom('identity_providers')
    .select('settings')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row && opened(seals, clientId, row.settings);
}

export async function listProviders(db: Db, seals: Seals): Promise<readonly TenantProvider[]> {
  const rows = await db.selectFrom('identity_providers').selectAll().orderBy('client_id').execute();
  return rows.map(({ client_id, settings }) => ({
    clientId: client_id,
    provider: opened(seals, client_id, settings),
  }));
}

/** Makes or replaces a tenant's provider; undefined takes it away. */
export async function saveProvider(
  db: Db,
  seals: Seals,
  clientId: number,
  provider: IdentityProvider | undefined,
): Promise<void> {
  if (provider === undefined) {
    await db.deleteFrom('identity_providers').where('client_id', '=', clientId).execute();
    return;
  }
  const columns = { kind: provider.kind, settings: JSON.stringify(sealed(seals, clientId, provider)) };
  await db
    .insertInto('identity_providers')
    .values({ client_id: clientId, ...columns })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(columns))
    .execute();
}

/** As it is stored: without a client secret that anybody could read. */
function sealed(seals: Seals, clientId: number, provider: IdentityProvider): IdentityProvider {
  return withSecrets(provider, (secret) => seals.seal('oidc-client-secret', String(clientId), secret));
}

function opened(seals: Seals, clientId: number, settings: string): IdentityProvider {
  const stored: IdentityProvider = JSON.parse(settings);
  return withSecrets(stored, (secret) => {
    const text = seals.open('oidc-client-secret', String(clientId), secret);
    if (text !== undefined) return text;
    throw new StorageError('other-key', `The client secret of tenant ${clientId} was sealed with another service key.`);
  });
}

function withSecrets(provider: IdentityProvider, change: (secret: string) => string): IdentityProvider {
  if (provider.kind !== 'OIDC') return provider;
  const clients: OidcProvider['clients'] = provider.clients.map((client) => ({
    ...client,
    // JSON has no undefined: what is stored lacks these keys.
    use: client.use,
    clientSecret: client.clientSecret === undefined ? undefined : change(client.clientSecret),
  }));
  return { ...provider, clients };
}
