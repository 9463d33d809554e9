/** Which of the demonstration's own things went wrong. */
export type DemoErrorCode =
  /** A request that the provider does not answer as it was meant. */
  | 'not-a-sign-in'
  /** The SAML request is larger than any real one. */
  | 'too-large'
  /** A sign-in that would send its token to an address that is none of the demonstration's. */
  | 'unknown-return-address'
  /** What answers is no demonstration of this service. */
  | 'not-a-demonstration'
  /** Nothing answers in time. */
  | 'unreachable';

/** Something about the demonstration that cannot be. The message is for whoever tries it out. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
  readonly code: DemoErrorCode;

  constructor(code: DemoErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
