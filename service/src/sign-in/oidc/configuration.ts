import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockSkew,
  clockTolerance,
  customFetch,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import type { OidcClient } from '../../storage/identity-provider.ts';
import { isLoopback } from './address.ts';
import { lendKeys } from './keys.ts';
import { limitedFetch } from './limited-fetch.ts';
import type { DiscoveredProvider } from './providers.ts';

/** Seconds by which the provider's clock and ours may differ. */
export const clockDifference = 60;

/** For whom and for how long a provider is asked. */
export interface Asking {
  readonly client: OidcClient;
  /** Milliseconds since 1970, by the service's clock: what times in tokens are compared with. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** What openid-client works with, for one sign-in. */
export function configurationOf(provider: DiscoveredProvider, { client, now, signal }: Asking): Configuration {
  const { issuer, metadata } = provider;
  const configuration = new Configuration(
    metadata,
    client.clientId,
    { [clockSkew]: Math.round((now - Date.now()) / 1000), [clockTolerance]: clockDifference },
    authentication(provider, client),
  );
  configuration[customFetch] = limitedFetch({ issuer, signal, redirectUri: client.redirectUri });
  // Our own deadline stands in the signal.
  configuration.timeout = undefined;
  if (isLoopback(issuer.hostname)) allowInsecureRequests(configuration);
  // Without this openid-client trusts the connection, and leaves the signature of an ID token alone.
  enableNonRepudiationChecks(configuration);
  lendKeys(configuration, provider, now);
  return configuration;
}

/** By HTTP Basic, which every client is registered for unless it says otherwise, or by form where that alone is known. */
function authentication({ metadata }: DiscoveredProvider, { clientSecret }: OidcClient): ClientAuth {
  if (clientSecret === undefined) return None();
  const methods = metadata.token_endpoint_auth_methods_supported;
  const basic = methods?.includes('client_secret_basic') ?? true;
  return !basic && methods?.includes('client_secret_post') === true
    ? ClientSecretPost(clientSecret)
    : ClientSecretBasic(clientSecret);
}
