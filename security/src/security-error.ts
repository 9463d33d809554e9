/** Why a message could not be secured or verified. */
export type SecurityErrorCode =
  /** XML that message security does not take: an undeclared form, a size beyond the limits. */
  | 'form'
  /** An algorithm that is unknown or that is not allowed. */
  | 'algorithm'
  /** A reference to no element, to two, or to something outside of the message. */
  | 'reference'
  /** A key that is missing, unknown or not trusted. */
  | 'key'
  /** A signature or a digest that is wrong. */
  | 'signature'
  /** Data that cannot be decrypted. */
  | 'encryption'
  /** An element that must be signed or encrypted and is not. */
  | 'policy'
  /** A security token that is malformed or not accepted. */
  | 'token'
  /** A message or a token that has expired or is not valid yet. */
  | 'expired'
  /** A message that was received before. */
  | 'replay';

/**
 * Why a message could not be secured or verified, for the operator: the other side gets one fault for all of them, without
 * the reason. The text names no secret.
 */
export class SecurityError extends Error {
  override readonly name = 'SecurityError';
  readonly code: SecurityErrorCode;

  constructor(code: SecurityErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
