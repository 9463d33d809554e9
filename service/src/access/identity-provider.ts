import { Refusal } from '../refusal/refusal.ts';

/**
 * What every sign-in is answered with: no tenant has an identity provider, because none can be configured yet. The text
 * is the same for a domain that no tenant has, so that nothing tells which ones are known.
 */
export function noIdentityProvider(): Refusal {
  return new Refusal('NoIdentityProvider', 'The tenant of this e-mail address has no identity provider.');
}
