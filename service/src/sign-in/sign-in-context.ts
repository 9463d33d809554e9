import type { Access, Caller } from '../domain/access.ts';
import type { Seals } from '../secrets/seal.ts';
import type { OidcProviders } from './oidc/providers.ts';
import type { SignInTimes } from './times.ts';

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
