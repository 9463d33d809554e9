/** In milliseconds. */
export interface SignInTimes {
  /** Until a sign-in that was sent to a provider must have come back. */
  readonly pending: number;
  /** Until a session token is over. */
  readonly session: number;
}

export const defaultSignInTimes: SignInTimes = { pending: 10 * 60_000, session: 8 * 3_600_000 };
