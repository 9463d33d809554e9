import {
  type Configuration,
  customFetch,
  discovery,
  getJwksCache,
  allowInsecureRequests as insecure,
  type JWKS,
  None,
  type ServerMetadata,
  setJwksCache,
} from 'openid-client';
import type { Counts } from '../../common/counts.ts';
import { isAllowedAddress, isLoopback, limitedFetch, OidcError, withDeadline } from './provider-fetch.ts';

/** A provider with its discovery document. */
export interface DiscoveredProvider {
  /** As configured by the operator. */
  readonly issuer: URL;
  readonly metadata: ServerMetadata;
  /** The provider's keys, as last fetched. */
  keys: CachedKeys | undefined;
  /** Told of each request to the provider. */
  readonly counts: Counts;
}

const discoveryMaxAge = 3_600_000;
/** Short, so that a recovered provider is used soon; but a failing one is not called for every sign-in. */
const failureMaxAge = 2000;

/** Allowed signature algorithms of ID tokens (RFC 7518, RFC 8037): no `none`, no HS*, which the client secret could forge. */
const algorithms: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Cache of discovered OpenID Connect providers in this process; concurrent callers share one discovery. */
export class OidcProviders {
  readonly #now: () => number;
  readonly #counts: Counts;
  readonly #found = new Map<string, { readonly provider: Promise<DiscoveredProvider>; until: number }>();

  constructor(now: () => number, counts: Counts) {
    this.#now = now;
    this.#counts = counts;
  }

  /**
   * The provider of an issuer.
   *
   * @param within timeout of its discovery in milliseconds.
   * @throws {OidcError}
   */
  async find(issuer: string, within: number): Promise<DiscoveredProvider> {
    const known = this.#found.get(issuer);
    if (known !== undefined && known.until > this.#now()) return await known.provider;
    const found = { provider: discover(issuer, within, this.#counts), until: Number.POSITIVE_INFINITY };
    this.#found.set(issuer, found);
    try {
      const provider = await found.provider;
      found.until = this.#now() + discoveryMaxAge;
      return provider;
    } catch (error) {
      found.until = this.#now() + failureMaxAge;
      throw error;
    }
  }
}

async function discover(issuer: string, within: number, counts: Counts): Promise<DiscoveredProvider> {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (url === undefined || !isAllowedAddress(url, url)) {
    throw new OidcError('unsafe-address', 'the issuer is not an https URL');
  }
  return await withDeadline(undefined, within, async (signal) => {
    const document = await discovery(url, 'any', undefined, None(), {
      [customFetch]: limitedFetch({ issuer: url, signal, counts }),
      execute: isLoopback(url.hostname) ? [insecure] : [],
    }).catch((error: unknown) => {
      throw asOidcError(error);
    });
    return { issuer: url, metadata: checkMetadata(document.serverMetadata(), url), keys: undefined, counts };
  });
}

/** The used and checked part of a discovery document (OpenID Connect Discovery 1.0, section 3). */
function checkMetadata(document: Readonly<ServerMetadata>, issuer: URL): ServerMetadata {
  // openid-client makes exceptions for two vendors, whose document would then apply to all of their tenants.
  if (new URL(document.issuer).href !== issuer.href) {
    throw new OidcError('malformed', `the discovery document of ${issuer.origin} names another issuer`);
  }
  const address = (name: 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri'): string => {
    const value = document[name];
    if (typeof value !== 'string' || !URL.canParse(value)) {
      throw new OidcError('malformed', `the discovery document of ${issuer.origin} has no ${name}`);
    }
    if (isAllowedAddress(new URL(value), issuer)) return value;
    throw new OidcError('unsafe-address', `the ${name} of ${issuer.origin} is not an https URL`);
  };
  const signedBy = document.id_token_signing_alg_values_supported ?? ['RS256'];
  const { userinfo_endpoint, token_endpoint_auth_methods_supported } = document;
  return {
    issuer: document.issuer,
    authorization_endpoint: address('authorization_endpoint'),
    token_endpoint: address('token_endpoint'),
    jwks_uri: address('jwks_uri'),
    ...(typeof userinfo_endpoint === 'string' && { userinfo_endpoint }),
    ...(Array.isArray(token_endpoint_auth_methods_supported) && { token_endpoint_auth_methods_supported }),
    id_token_signing_alg_values_supported: algorithms.filter((algorithm) => signedBy.includes(algorithm)),
    authorization_response_iss_parameter_supported: document.authorization_response_iss_parameter_supported === true,
  };
}

/** The OidcError that openid-client has wrapped; otherwise the document was invalid. */
function asOidcError(error: unknown): OidcError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof OidcError) return cause;
  return new OidcError('malformed', 'the discovery document is invalid');
}

type KeyHolder = Pick<DiscoveredProvider, 'keys'>;

/** Published keys of a provider. */
export interface CachedKeys {
  readonly jwks: JWKS;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** Lifetime of cached keys in milliseconds: a revoked key is accepted no longer than that. */
const keysMaxAge = 300_000;
/** Age in seconds at which openid-client fetches the keys again for an unknown key id. */
const refetchedFrom = 60;

/** Passes the cached keys to a configuration, with an age at which an unknown key is fetched at once. */
export function useCachedKeys(configuration: Configuration, provider: KeyHolder, now: number): void {
  const { keys } = provider;
  if (keys === undefined || now - keys.fetchedAt >= keysMaxAge) return;
  setJwksCache(configuration, { jwks: keys.jwks, uat: epochSeconds() - refetchedFrom });
}

/** Caches the keys that a configuration has fetched. */
export function cacheKeys(configuration: Configuration, provider: KeyHolder, now: number): void {
  const cache = getJwksCache(configuration);
  // Cached keys were given an age above; younger ones were fetched.
  if (cache === undefined || epochSeconds() - cache.uat >= refetchedFrom) return;
  provider.keys = { jwks: cache.jwks, fetchedAt: now };
}

function epochSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
