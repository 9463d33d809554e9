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
