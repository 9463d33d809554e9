import { Rejection } from '../common/rejection.ts';
import type { Access, Caller } from '../domain/check-credentials.ts';
import type { Seals } from '../secrets/seal.ts';
import type { OidcProviders } from './oidc/oidc-providers.ts';

/** The services that a sign-in uses. */
export interface SignInState extends Access {
  readonly seals: Seals;
  readonly signInTimes: SignInTimes;
  readonly oidc: OidcProviders;
}

/** The request that signs in: the context of a handler. */
export interface SignInContext extends Caller {
  readonly state: SignInState;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

/** In milliseconds. */
export interface SignInTimes {
  /** Until a sign-in that was sent to a provider must have come back. */
  readonly pending: number;
  /** Until a session token is over. */
  readonly session: number;
  /** How long a caller waits for a provider, all that is asked of it together. */
  readonly provider: number;
}

export const defaultSignInTimes: SignInTimes = { pending: 10 * 60_000, session: 8 * 3_600_000, provider: 10_000 };

/**
 * What every sign-in is answered with whose e-mail address has no identity provider behind it: the same for a domain that
 * no tenant has, so that nothing tells which ones are known.
 */
export function noIdentityProvider(): Rejection {
  return new Rejection('NoIdentityProvider', 'The tenant of this e-mail address has no identity provider.');
}

/**
 * What every sign-in is answered with that failed for what the provider's word says, or for the account: callers are told
 * no more, so that nothing tells a forged token from an account that is not there.
 *
 * @param reason for the operator's log alone: fixed words, no value of the request.
 */
export function signInRejected(reason: string): Rejection {
  return new Rejection('SignInRefused', 'The sign-in was not accepted.', reason);
}
