import { Refusal } from '../common/rejection.ts';

/**
 * What every sign-in is answered with whose e-mail address has no identity provider behind it: the same for a domain that
 * no tenant has, so that nothing tells which ones are known.
 */
export function noIdentityProvider(): Refusal {
  return new Refusal('NoIdentityProvider', 'The tenant of this e-mail address has no identity provider.');
}

/**
 * What every sign-in is answered with that failed for what the provider's word says, or for the account: callers are told
 * no more, so that nothing tells a forged token from an account that is not there.
 *
 * @param reason for the operator's log alone: fixed words, no value of the request.
 */
export function signInRefused(reason: string): Refusal {
  return new Refusal('SignInRefused', 'The sign-in was not accepted.', reason);
}
