/** Why a call came to no result and to no fault. */
export type ClientErrorCode =
  /** An option that cannot be right: an address without http, a header that HTTP cannot carry. */
  | 'invalid-options'
  /**
   * The input does not fit the contract; nothing was sent. Where a large Blob turned out not to hold what it says while it
   * was sent, the connection was destroyed before the request was whole, so that nobody has carried it out.
   */
  | 'invalid-request'
  /** The call took longer than its `timeout`. The service may have carried it out. */
  | 'timeout'
  /** The call's `signal` was aborted; `cause` is the signal's reason. The service may have carried it out. */
  | 'aborted'
  /** No connection, or it broke before the whole answer was there. The service may have carried the call out. */
  | 'connection'
  /** The answer points elsewhere. It was not followed: a POST would become a GET, or reach somebody else. */
  | 'redirected'
  /** The answer is larger than the limit on a body. */
  | 'too-large'
  /** The answer is no SOAP message: a proxy's page, an empty body, another content type. */
  | 'not-soap'
  /** The answer is a SOAP message that cannot be read, or not the one that was asked for. */
  | 'bad-answer';

export interface ClientErrorInit {
  /** Name of the operation that was called. */
  readonly operation?: string | undefined;
  /** Where the call went, without credentials and query. */
  readonly address?: string | undefined;
  /** HTTP status of the answer, where there was one. */
  readonly httpStatus?: number | undefined;
  /** Milliseconds after which the service asks to be tried again (`Retry-After`), where it says so. */
  readonly retryAfter?: number | undefined;
  /** Beginning of an answer that is no SOAP message, with control characters made visible. */
  readonly bodyStart?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A call without a result that is not a fault either. Neither the message nor a field holds anything of the request,
 * or credentials of the address; `bodyStart` is only ever of an answer that is not SOAP.
 */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: ClientErrorCode;
  readonly operation: string | undefined;
  readonly address: string | undefined;
  readonly httpStatus: number | undefined;
  readonly retryAfter: number | undefined;
  readonly bodyStart: string | undefined;

  constructor(code: ClientErrorCode, message: string, init: ClientErrorInit = {}) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = code;
    this.operation = init.operation;
    this.address = init.address;
    this.httpStatus = init.httpStatus;
    this.retryAfter = init.retryAfter;
    this.bodyStart = init.bodyStart;
  }
}
