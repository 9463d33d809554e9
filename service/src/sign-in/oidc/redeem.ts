import { authorizationCodeGrant, fetchUserInfo, type IDToken } from 'openid-client';
import { signInRefused } from '../refusal.ts';
import { type Asking, clockDifference, configurationOf } from './configuration.ts';
import { keepKeys } from './keys.ts';
import type { DiscoveredProvider } from './providers.ts';
import { refusalOf } from './refusal.ts';

/** What the provider's answer must agree with; undefined: its sign-in was not begun here. */
export interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly pkceVerifier: string;
}

/** Seconds since an ID token was made: it comes straight from the provider. */
const oldest = 600;

/**
 * Redeems a code for an ID token (OpenID Connect Core 1.0, section 3.1.3) and checks that: issuer, audience, authorized
 * party, signature by a key of the provider, times, nonce. Without `expected` there is no PKCE, and a token with a nonce
 * is refused: it was made for a sign-in that somebody else began.
 *
 * @param answer parameters of the provider's redirect; `iss` (RFC 9207) and `state` are checked.
 * @returns the verified e-mail address, as the provider writes it.
 * @throws {Refusal} `SignInRefused` or `ProviderUnavailable`.
 */
export async function redeemCode(
  provider: DiscoveredProvider,
  asking: Asking,
  answer: URLSearchParams,
  expected: Expected | undefined,
): Promise<string> {
  const configuration = configurationOf(provider, asking);
  // The query alone is read: limitedFetch puts the registered redirect address in the place of this one.
  const url = new URL(`https://redirect.invalid/?${answer}`);
  // Whoever passes on a bare code leaves `iss` out, which a provider that always sends it must be forgiven.
  if (expected === undefined && !answer.has('iss')) url.searchParams.set('iss', provider.metadata.issuer);
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
    if (claims === undefined) throw signInRefused('the provider gave no ID token');
    checkIssuedAt(claims, asking.now);
    return verifiedEmail(
      claims.email === undefined && provider.metadata.userinfo_endpoint !== undefined
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims,
    );
  } catch (error) {
    throw refusalOf(error);
  } finally {
    keepKeys(configuration, provider, asking.now);
  }
}

/** openid-client checks `exp` and `nbf`, and of `iat` only that it is there. */
function checkIssuedAt({ iat }: IDToken, now: number): void {
  const age = now / 1000 - iat;
  if (age < -clockDifference) throw signInRefused('the ID token was issued in the future');
  if (age > oldest + clockDifference) throw signInRefused('the ID token was issued too long ago');
}

/** `email` counts only with `email_verified` (OpenID Connect Core 1.0, section 5.1), which is a boolean. */
function verifiedEmail({ email, email_verified }: { readonly [claim: string]: unknown }): string {
  if (typeof email !== 'string') throw signInRefused('the provider tells no e-mail address');
  if (email_verified !== true) throw signInRefused('the provider has not verified the e-mail address');
  return email;
}
