import { StorageError } from '../common/storage-error.ts';
import type { Seals } from '../secrets/seal.ts';
import { type PreparedQuery, prepared } from './prepared-query.ts';
import type { Db } from './tables.ts';

/**
 * Configuration of a tenant's identity provider: its addresses, and how its tokens are verified. A tenant has at most one.
 */
export type IdentityProvider = SamlProvider | OidcProvider | LdapProvider;

/** Where a sign-in returns to: the web application (SSOLoginWebURL) or the desktop client (SSOLoginURL). */
export type SignInUse = 'web' | 'client';

/** SAML 2.0, Web Browser SSO profile. */
export interface SamlProvider {
  readonly kind: 'SAML2';
  /** Entity ID of the provider: the issuer of its responses and assertions. */
  readonly issuer: string;
  /** Destination of AuthnRequests (HTTP redirect binding). */
  readonly signInUrl: string;
  /** PEM. Any of them may verify a signature, which allows key rotation; certificates in a token are ignored. */
  readonly certificates: readonly string[];
  /** The service's own entity ID: the audience of assertions, the issuer of requests. */
  readonly entityId: string;
  /** Assertion consumer service URLs: the accepted recipients. */
  readonly returnTo: { readonly [use in SignInUse]: string };
  /** Whether IdP-initiated sign-ins are accepted. */
  readonly unsolicited: boolean;
}

/** OpenID Connect Core 1.0, authorization code flow. */
export interface OidcProvider {
  readonly kind: 'OIDC';
  /** Its discovery document is below this address. */
  readonly issuer: string;
  readonly clients: readonly OidcClient[];
}

/** A directory by LDAP: people sign in on a page of the service, with their names and passwords there. */
export interface LdapProvider {
  readonly kind: 'LDAP';
  /** `ldaps://host`, or `ldap://host` with StartTLS; asked in this order. */
  readonly servers: readonly string[];
  /** PEM of the authority that issued their certificates; undefined: those that Node trusts. */
  readonly ca: string | undefined;
  /** The account that searches; its password is stored sealed. */
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly base: string;
  /** Filter (RFC 4515) of the people who have accounts; undefined: all that have the attributes. */
  readonly filter: string | undefined;
  /** Names of attributes. */
  readonly userName: string;
  readonly email: string;
  readonly id: string;
  /** Where a sign-in returns to; without id and secret. */
  readonly clients: readonly OidcClient[];
}

/** A client registration at the provider. */
export interface OidcClient {
  /** Selects the client in ExternalOAuthAccountLogin; unique per provider. */
  readonly applicationType: number;
  /** Which of SSOLoginWebURL (web) and SSOLoginURL (client) uses this client; undefined: neither. */
  readonly use: SignInUse | undefined;
  readonly clientId: string;
  /** Undefined: a public client. Stored sealed. */
  readonly clientSecret: string | undefined;
  readonly redirectUri: string;
  /** Whether a code without state is redeemed, for callers that start the sign-in themselves. */
  readonly bareCode: boolean;
}

/** A tenant's identity provider. */
export interface TenantProvider {
  readonly clientId: number;
  readonly provider: IdentityProvider;
}

/** A tenant's identity provider as it is stored. */
export interface StoredProvider {
  readonly clientId: number;
  /** JSON with sealed client secrets. */
  readonly settings: string;
}

/** The provider of the tenant with an e-mail domain. */
export const providerOfDomain: PreparedQuery<{ readonly domain: string }, StoredProvider> = prepared<{
  readonly domain: string;
}>()((db, value) =>
  db
    .selectFrom('domains')
    .innerJoin('identity_providers', 'identity_providers.client_id', 'domains.client_id')
    .select(['identity_providers.client_id as clientId', 'identity_providers.settings'])
    .where('domains.domain', '=', value('domain')),
);

/** A provider with its client secrets. @throws {StorageError} `other-key`. */
export function openedProvider(seals: Seals, { clientId, settings }: StoredProvider): TenantProvider {
  return { clientId, provider: opened(seals, clientId, settings) };
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

/** Creates or replaces a tenant's provider; undefined removes it. */
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
  const settings = JSON.stringify(sealed(seals, clientId, provider));
  const columns = { kind: provider.kind, settings, key_id: seals.keyId };
  await db
    .insertInto('identity_providers')
    .values({ client_id: clientId, ...columns })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(columns))
    .execute();
}

/**
 * Seals the client secrets of all providers with the current service key, where another one sealed them; returns their
 * number. Call it in a transaction.
 *
 * @throws {StorageError} `other-key` when a secret was sealed with a key that is missing.
 */
export async function resealProviders(db: Db, seals: Seals): Promise<number> {
  const rows = await db
    .selectFrom('identity_providers')
    .selectAll()
    .where((where) => where.or([where('key_id', 'is', null), where('key_id', '!=', seals.keyId)]))
    .execute();
  for (const { client_id, settings } of rows) {
    await saveProvider(db, seals, client_id, opened(seals, client_id, settings));
  }
  return rows.length;
}

/** With sealed secrets, as it is stored. */
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
  if (provider.kind === 'LDAP') return { ...provider, bindPassword: change(provider.bindPassword) };
  if (provider.kind !== 'OIDC') return provider;
  const clients: OidcProvider['clients'] = provider.clients.map((client) => ({
    ...client,
    // JSON has no undefined: these keys are missing where it is stored.
    use: client.use,
    clientSecret: client.clientSecret === undefined ? undefined : change(client.clientSecret),
  }));
  return { ...provider, clients };
}
