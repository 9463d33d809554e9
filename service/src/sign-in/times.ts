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
