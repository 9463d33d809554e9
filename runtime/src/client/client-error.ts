import { CodedError } from '../coded-error.ts';

/** Why a call has neither a result nor a fault. `docs/how-to/handle-client-errors.md` says what to do about each. */
export type ClientErrorCode =
  /** An invalid option: an address without http, a header that HTTP does not allow. */
  | 'invalid-options'
  /**
   * The input does not fit the contract; nothing was sent. If a large Blob fails while it is sent, the connection is destroyed
   * before the request is complete, so that no service executes it.
   */
  | 'invalid-request'
  /** The call took longer than its `timeout`. The service may have executed the call. */
  | 'timeout'
  /** The call's `signal` was aborted; `cause` is the signal's reason. The service may have executed the call. */
  | 'aborted'
  /** No connection, or it broke before the response was complete. The service may have executed the call. */
  | 'connection'
  /** A redirect, which was not followed: a POST would become a GET, or reach another server. */
  | 'redirected'
  /** The response exceeds a limit; raise it with the option `limits`. */
  | 'too-large'
  /** The response is not a SOAP message: a page of a proxy, an empty body, another Content-Type. */
  | 'not-soap'
  /** The response is a SOAP message that does not fit the contract, or not one for this operation. */
  | 'bad-answer';

export interface ClientErrorInit {
  /** Name of the operation that was called. */
  readonly operation?: string | undefined;
  /** Address of the service, without credentials and query. */
  readonly address?: string | undefined;
  /** HTTP status of the response, if there was one. */
  readonly httpStatus?: number | undefined;
  /** The response's `Retry-After` in milliseconds, if it has one. The client itself never tries again. */
  readonly retryAfter?: number | undefined;
  /** The response's `X-Request-Id`, which the log of a service may have too. */
  readonly requestId?: string | undefined;
  /** Start of a response that is not a SOAP message, with control characters escaped. */
  readonly bodyStart?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Thrown when a call has neither a result nor a fault. Its message and fields hold nothing of the request, and no credentials;
 * `bodyStart` is only set for a response that is not SOAP. `help` is the command that explains the code.
 */
export class ClientError extends CodedError<ClientErrorCode> {
  static readonly className: string = 'ClientError';
  override readonly name = 'ClientError';
  readonly operation: string | undefined;
  readonly address: string | undefined;
  readonly httpStatus: number | undefined;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  readonly bodyStart: string | undefined;

  constructor(code: ClientErrorCode, message: string, init: ClientErrorInit = {}) {
    super(code, message, init.cause === undefined ? undefined : { cause: init.cause });
    this.operation = init.operation;
    this.address = init.address;
    this.httpStatus = init.httpStatus;
    this.retryAfter = init.retryAfter;
    this.requestId = init.requestId;
    this.bodyStart = init.bodyStart;
  }
}
