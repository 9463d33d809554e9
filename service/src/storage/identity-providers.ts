import { StorageError } from '../common/storage-error.ts';
import type { Seals } from '../secrets/seal.ts';
import type { Db } from './tables.ts';

/**
 * What a service knows of a tenant's identity provider: where it is, and what its word is checked with. A tenant has at
 * most one.
 */
export type IdentityProvider = SamlProvider | OidcProvider;

/** Where a sign-in goes back to: the web application (SSOLoginWebURL) or the desktop client (SSOLoginURL). */
export type SignInUse = 'web' | 'client';

/** SAML 2.0, Web Browser SSO profile. */
export interface SamlProvider {
  readonly kind: 'SAML2';
  /** Entity id of the provider: the issuer of its responses and assertions. */
  readonly issuer: string;
  /** Where AuthnRequests go, by HTTP redirect. */
  readonly signInUrl: string;
  /** PEM. A signature by any of them counts, so that keys can be changed; one that a token brings never does. */
  readonly certificates: readonly string[];
  /** Our own entity id: the audience of assertions, the issuer of requests. */
  readonly entityId: string;
  /** Assertion consumer addresses: the recipients that are accepted. */
  readonly returnTo: { readonly [use in SignInUse]: string };
  /** Whether a sign-in that was started at the provider is accepted. */
  readonly unsolicited: boolean;
}

/** OpenID Connect Core 1.0, authorization code flow. */
export interface OidcProvider {
  readonly kind: 'OIDC';
  /** Its discovery document is below this address. */
  readonly issuer: string;
  readonly clients: readonly OidcClient[];
}

/** One registration at the provider. */
export interface OidcClient {
  /** What callers of ExternalOAuthAccountLogin pick it by; of one provider no two are the same. */
  readonly applicationType: number;
  /** The one that SSOLoginWebURL or SSOLoginURL sends users with; undefined: neither. */
  readonly use: SignInUse | undefined;
  readonly clientId: string;
  /** Undefined: a public client. Sealed where it is stored. */
  readonly clientSecret: string | undefined;
  readonly redirectUri: string;
  /** Whether a code without its state is redeemed, for callers that started the sign-in by themselves. */
  readonly bareCode: boolean;
}

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
