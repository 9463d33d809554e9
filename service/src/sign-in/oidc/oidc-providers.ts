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
import { isAllowedAddress, isLoopback, limitedFetch, OidcError, withDeadline } from './provider-fetch.ts';

/** A provider whose discovery document was read. */
export interface DiscoveredProvider {
  /** As the operator has written it. */
  readonly issuer: URL;
  readonly metadata: ServerMetadata;
  /** The keys of the provider that were fetched last. */
  keys: CachedKeys | undefined;
}

const discoveryMaxAge = 3_600_000;
/** Short: a provider that is back is used at once; and yet one that is down is not asked for every caller. */
const failureMaxAge = 2000;

/** Signature algorithms of ID tokens (RFC 7518, RFC 8037): never `none`, and no HS* that a client secret could forge. */
const algorithms: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** What is known of OpenID Connect providers, in this process: one discovery serves all who want it. */
export class OidcProviders {
  readonly #now: () => number;
  readonly #found = new Map<string, { readonly provider: Promise<DiscoveredProvider>; until: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * The provider of an issuer.
   *
   * @param within milliseconds that its discovery may take.
   * @throws {OidcError}
   */
  async find(issuer: string, within: number): Promise<DiscoveredProvider> {
    const known = this.#found.get(issuer);
    if (known !== undefined && known.until > this.#now()) return await known.provider;
    const found = { provider: discover(issuer, within), until: Number.POSITIVE_INFINITY };
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

async function discover(issuer: string, within: number): Promise<DiscoveredProvider> {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (url === undefined || !isAllowedAddress(url, url)) {
    throw new OidcError('unsafe-address', 'the issuer is no https address');
  }
  return await withDeadline(undefined, within, async (signal) => {
    const document = await discovery(url, 'any', undefined, None(), {
      [customFetch]: limitedFetch({ issuer: url, signal }),
      execute: isLoopback(url.hostname) ? [insecure] : [],
    }).catch((error: unknown) => {
      throw asOidcError(error);
    });
    return { issuer: url, metadata: usable(document.serverMetadata(), url), keys: undefined };
  });
}

/** What is used of a discovery document (OpenID Connect Discovery 1.0, section 3), and nothing else of it. */
function usable(document: Readonly<ServerMetadata>, issuer: URL): ServerMetadata {
  // openid-client lets two vendors off this; what they say then holds for tenants of theirs whom nobody here has named.
  if (new URL(document.issuer).href !== issuer.href) {
    throw new OidcError('malformed', `${issuer.origin} says that it is another issuer`);
  }
  const address = (name: 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri'): string => {
    const value = document[name];
    if (typeof value !== 'string' || !URL.canParse(value)) {
      throw new OidcError('malformed', `the discovery document of ${issuer.origin} has no ${name}`);
    }
    if (isAllowedAddress(new URL(value), issuer)) return value;
    throw new OidcError('unsafe-address', `the ${name} of ${issuer.origin} is no https address`);
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

/** The OidcError that openid-client was given and has wrapped; without one, the document was not what it should be. */
function asOidcError(error: unknown): OidcError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof OidcError) return cause;
  return new OidcError('malformed', 'the discovery document is none');
}

/** Keys of a provider, as it published them. */
export interface CachedKeys {
  readonly jwks: JWKS;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** Whoever keeps them. */
export interface KeyCache {
  keys: CachedKeys | undefined;
}

/** Until they are fetched again: a key that the provider has withdrawn is believed no longer than that. */
const keysMaxAge = 300_000;
/** Seconds from which on openid-client fetches keys again when it meets one that it does not know. */
const refetchedFrom = 60;

/** Lends a configuration the keys that were fetched last. One that is not among them is looked for at once. */
export function useCachedKeys(configuration: Configuration, holder: KeyCache, now: number): void {
  const { keys } = holder;
  if (keys === undefined || now - keys.fetchedAt >= keysMaxAge) return;
  setJwksCache(configuration, { jwks: keys.jwks, uat: epochSeconds() - refetchedFrom });
}

/** Keeps the keys that a configuration has fetched meanwhile. */
export function cacheKeys(configuration: Configuration, holder: KeyCache, now: number): void {
  const cache = getJwksCache(configuration);
  // Fetched: as young as they are; lent: given an age above.
  if (cache === undefined || epochSeconds() - cache.uat >= refetchedFrom) return;
  holder.keys = { jwks: cache.jwks, fetchedAt: now };
}

function epochSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
