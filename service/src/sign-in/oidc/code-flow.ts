import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  customFetch,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { OidcClient } from '../../storage/identity-providers.ts';
import { signInRejected } from '../sign-in-context.ts';
import { cacheKeys, type DiscoveredProvider, useCachedKeys } from './oidc-providers.ts';
import { rejectionOf } from './provider-errors.ts';
import { isLoopback, limitedFetch } from './provider-fetch.ts';

/** Accepted difference between the provider's clock and ours, in seconds. */
const clockDifference = 60;

/** A call to a provider. */
export interface ProviderCall {
  readonly client: OidcClient;
  /** Milliseconds since 1970, by the service's clock, for times in tokens. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** The configuration of openid-client for one sign-in. */
function configurationOf(provider: DiscoveredProvider, { client, now, signal }: ProviderCall): Configuration {
  const { issuer, metadata, counts } = provider;
  const configuration = new Configuration(
    metadata,
    client.clientId,
    { [clockSkew]: Math.round((now - Date.now()) / 1000), [clockTolerance]: clockDifference },
    authentication(provider, client),
  );
  configuration[customFetch] = limitedFetch({
    issuer,
    metadata,
    signal,
    counts,
    redirectUri: client.redirectUri,
  });
  // The signal has our own deadline.
  configuration.timeout = undefined;
  if (isLoopback(issuer.hostname)) allowInsecureRequests(configuration);
  // Without this openid-client trusts the connection and does not verify the signature of an ID token.
  enableNonRepudiationChecks(configuration);
  useCachedKeys(configuration, provider, now);
  return configuration;
}

/** HTTP Basic, which is the default (RFC 8414), or the form if the provider supports only that. */
function authentication({ metadata }: DiscoveredProvider, { clientSecret }: OidcClient): ClientAuth {
  if (clientSecret === undefined) return None();
  const methods = metadata.token_endpoint_auth_methods_supported;
  const basic = methods?.includes('client_secret_basic') ?? true;
  return !basic && methods?.includes('client_secret_post') === true
    ? ClientSecretPost(clientSecret)
    : ClientSecretBasic(clientSecret);
}

/** An authorization request, with the values that its response is checked with. */
interface OidcSignIn {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly pkceVerifier: string;
}

/** An authorization request (OpenID Connect Core 1.0, section 3.1.2.1) with state, nonce and PKCE (RFC 7636, S256). */
export async function oidcSignIn(
  provider: DiscoveredProvider,
  call: ProviderCall,
  asked: { readonly scope: string; readonly login_hint?: string },
): Promise<OidcSignIn> {
  const state = randomState();
  const nonce = randomNonce();
  const pkceVerifier = randomPKCECodeVerifier();
  const url = buildAuthorizationUrl(configurationOf(provider, call), {
    redirect_uri: call.client.redirectUri,
    ...asked,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(pkceVerifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, state, nonce, pkceVerifier };
}

/** Values that the provider's response must match. */
export type Expected = Omit<OidcSignIn, 'url'>;

/** Maximum age of an ID token in seconds: it comes directly from the provider. */
const maxTokenAge = 600;

/**
 * Redeems a code for an ID token (OpenID Connect Core 1.0, section 3.1.3) and checks the token: issuer, audience,
 * authorized party, signature by a key of the provider, times, nonce. Without `expected` (a sign-in that was not started
 * here) there is no PKCE, and a token with a nonce is rejected: it belongs to another sign-in.
 *
 * @param parameters of the provider's redirect; `iss` (RFC 9207) and `state` are checked.
 * @returns the verified e-mail address as in the token.
 * @throws {Rejection} `SignInRefused` or `ProviderUnavailable`.
 */
export async function redeemCode(
  provider: DiscoveredProvider,
  call: ProviderCall,
  parameters: URLSearchParams,
  expected: Expected | undefined,
): Promise<string> {
  return await redeemClaims(provider, call, { parameters, expected, wanted: ['email'] }, verifiedEmail);
}

/** Claims of a person, in the ID token or of the UserInfo endpoint. */
export type Claims = { readonly [claim: string]: unknown };

/**
 * As `redeemCode`, for any claims.
 *
 * @param wanted claims; if the ID token lacks one, all are those of the UserInfo endpoint.
 * @param read may throw a {@link Rejection}.
 */
export async function redeemClaims<T>(
  provider: DiscoveredProvider,
  call: ProviderCall,
  {
    parameters,
    expected,
    wanted,
  }: {
    readonly parameters: URLSearchParams;
    readonly expected: Expected | undefined;
    readonly wanted: readonly string[];
  },
  read: (claims: Claims) => T,
): Promise<T> {
  const configuration = configurationOf(provider, call);
  // Only the query is read: limitedFetch replaces this redirect URI by the registered one.
  const url = new URL(`https://redirect.invalid/?${parameters}`);
  // A bare code comes without `iss`, which openid-client requires if the provider always sends it.
  if (expected === undefined && !parameters.has('iss')) url.searchParams.set('iss', provider.metadata.issuer);
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      idTokenExpected: true,
      ...(expected && {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.pkceVerifier,
      }),
    });
    const claims = tokens.claims();
    if (claims === undefined) throw signInRejected('the provider sent no ID token');
    checkAuthorizedParty(claims, call.client);
    checkIssuedAt(claims, call.now);
    return read(
      wanted.some((claim) => claims[claim] === undefined) && provider.metadata.userinfo_endpoint !== undefined
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims,
    );
  } catch (error) {
    throw rejectionOf(error);
  } finally {
    cacheKeys(configuration, provider, call.now);
  }
}

/** openid-client checks `azp` only when there are several audiences (OpenID Connect Core 1.0, section 3.1.3.7, 5). */
function checkAuthorizedParty({ azp }: IDToken, { clientId }: OidcClient): void {
  if (azp !== undefined && azp !== clientId) throw signInRejected('the ID token was issued to another client (azp)');
}

/** openid-client checks `exp` and `nbf`, and of `iat` only its presence. */
function checkIssuedAt({ iat }: IDToken, now: number): void {
  const age = now / 1000 - iat;
  if (age < -clockDifference) throw signInRejected('the ID token was issued in the future');
  if (age > maxTokenAge + clockDifference) throw signInRejected('the ID token was issued too long ago');
}

/** `email` is accepted only with `email_verified: true` (OpenID Connect Core 1.0, section 5.1). */
export function verifiedEmail({ email, email_verified }: Claims): string {
  if (typeof email !== 'string') throw signInRejected('the provider sent no e-mail address');
  if (email_verified !== true) throw signInRejected('the provider has not verified the e-mail address');
  return email;
}
