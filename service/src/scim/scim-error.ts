import { Rejection } from '../common/rejection.ts';

/** Kinds of error 400 and 409 (RFC 7644, table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A request that is not carried out; its message contains no secret. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | undefined;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, scimType?: ScimType, retryAfter?: number) {
    super(message);
    this.status = status;
    this.scimType = scimType;
    this.retryAfter = retryAfter;
  }
}

const statuses: { readonly [code in Rejection['code']]?: readonly [status: number, scimType?: ScimType] } = {
  AccessDenied: [401],
  TooManyAttempts: [429],
  AccountExists: [409, 'uniqueness'],
  InvalidValue: [400, 'invalidValue'],
};

/** The error for a caller; undefined for a failure of the service. */
export function scimErrorOf(error: unknown): ScimError | undefined {
  if (!(error instanceof Rejection)) return error instanceof ScimError ? error : undefined;
  const [status, scimType] = statuses[error.code] ?? [409];
  return new ScimError(status, error.message, scimType, error.retryAfter);
}
