/** Why a provider could not be asked. None of these is the caller's fault. */
export type OidcErrorCode =
  /** No connection, or one that broke. */
  | 'unreachable'
  /** No answer within the deadline. */
  | 'late'
  /** Whoever wanted to know is gone. */
  | 'caller-gone'
  /** It answered that it cannot. */
  | 'failing'
  /** More bytes than anything that it has to say needs. */
  | 'too-large'
  /** Not what the protocol says it answers. */
  | 'malformed'
  /** It names an address that is not asked: see address.ts. */
  | 'unsafe-address'
  /** It does not know our client, or not its secret. */
  | 'client-refused';

/** The message is for the operator's log: fixed words, hosts and numbers, never a value that was exchanged. */
export class OidcError extends Error {
  override readonly name = 'OidcError';
  readonly code: OidcErrorCode;

  constructor(code: OidcErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
