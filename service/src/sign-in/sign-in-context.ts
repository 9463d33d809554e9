import { Rejection } from '../common/rejection.ts';
import type { Access, Caller } from '../domain/check-credentials.ts';
import type { Seals } from '../secrets/seal.ts';
import type { OidcProviders } from './oidc/oidc-providers.ts';

/** The services that a sign-in uses. */
export interface SignInState extends Access {
  readonly seals: Seals;
  readonly signInTimes: SignInTimes;
  readonly oidc: OidcProviders;
  /** The address of this service, for tenants without another site. */
  readonly apiUrl: () => string;
}

/** The request that signs in: the context of a handler. */
export interface SignInContext extends Caller {
  readonly state: SignInState;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

/** In milliseconds. */
export interface SignInTimes {
  /** Lifetime of a pending sign-in. */
  readonly pending: number;
  /** Lifetime of a session token. */
  readonly session: number;
  /** Timeout of all calls to a provider in one sign-in together. */
  readonly provider: number;
}

export const defaultSignInTimes: SignInTimes = { pending: 10 * 60_000, session: 8 * 3_600_000, provider: 10_000 };

/**
 * Rejection of a sign-in without an identity provider for the e-mail address: the same for an unknown domain, so that
 * callers cannot find out which domains exist.
 */
export function noIdentityProvider(): Rejection {
  return new Rejection('NoIdentityProvider', 'The tenant of this e-mail address has no identity provider.');
}

/**
 * Rejection of a sign-in because of its token or account: the same for all, so that callers cannot tell a forged token
 * from a missing account.
 *
 * @param reason for the operator's log only: a fixed text without values of the request.
 */
export function signInRejected(reason: string): Rejection {
  return new Rejection('SignInRefused', 'The sign-in was not accepted.', reason);
}
