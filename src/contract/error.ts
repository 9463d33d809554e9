export type ContractErrorCode =
  /** A name refers to nothing in the contract. */
  | 'Dangling'
  /** The model can say it, what is generated cannot yet. */
  | 'Unsupported';

/**
 * A contract that no loader should have let through: made by hand, or by a loader that knows more than this version of
 * the helpers. What is wrong with a contract file is told by diagnostics, never by this.
 */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly code: ContractErrorCode;

  constructor(code: ContractErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
