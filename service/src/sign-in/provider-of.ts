import { reaches } from '../domain/access.ts';
import type { EmailAddress } from '../domain/email-address.ts';
import type { ApiKey } from '../storage/api-keys.ts';
import { findProviderOfDomain, type TenantProvider } from '../storage/identity-providers.ts';
import { noIdentityProvider } from './refusal.ts';
import type { SignInState } from './sign-in-context.ts';

/**
 * The tenant that has the domain of an e-mail address, with its identity provider.
 *
 * @throws {Refusal} `NoIdentityProvider`, the same for an unknown domain, a tenant without a provider, and one that the
 * API key does not reach.
 */
export async function providerOf(
  { db, seals }: Pick<SignInState, 'db' | 'seals'>,
  apiKey: ApiKey,
  email: EmailAddress,
): Promise<TenantProvider> {
  const found = await findProviderOfDomain(db, seals, email.domain);
  if (found === undefined || !reaches(apiKey, found.clientId)) throw noIdentityProvider();
  return found;
}
