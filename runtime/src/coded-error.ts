import { isInstance } from './class-of-copies.ts';

/** An error with a stable code, which `soapwright explain` has a page for. */
export abstract class CodedError<Code extends string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** The command that explains the error and its remedy: `npx soapwright explain ClientError.timeout`. */
  get help(): string {
    return `npx soapwright explain ${this.name}.${this.code}`;
  }

  /** Errors of another copy of this package are instances too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the class may be a derived one.
    return isInstance(value, this);
  }
}
