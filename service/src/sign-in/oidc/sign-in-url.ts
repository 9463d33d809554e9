import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { EmailAddress } from '../../domain/email-address.ts';
import { type Asking, configurationOf } from './configuration.ts';
import type { DiscoveredProvider } from './providers.ts';

/** A sign-in that is about to be sent to a provider, with what its answer is checked with. */
export interface OidcSignIn {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly pkceVerifier: string;
}

/** An authorization request (OpenID Connect Core 1.0, section 3.1.2.1) with state, nonce and PKCE (RFC 7636, S256). */
export async function oidcSignIn(
  provider: DiscoveredProvider,
  asking: Asking,
  email: EmailAddress,
): Promise<OidcSignIn> {
  const state = randomState();
  const nonce = randomNonce();
  const pkceVerifier = randomPKCECodeVerifier();
  const url = buildAuthorizationUrl(configurationOf(provider, asking), {
    redirect_uri: asking.client.redirectUri,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(pkceVerifier),
    code_challenge_method: 'S256',
    login_hint: email.text,
  });
  return { url: url.href, state, nonce, pkceVerifier };
}
