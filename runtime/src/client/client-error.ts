import { CodedError } from '../coded-error.ts';
import { headerValues } from './header-values.ts';

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
  /** No connection to the service: nobody listens at the address, or its certificate is not trusted. Nothing was executed. */
  | 'connection'
  /** The connection ended before a response. The service may have executed the call. */
  | 'connection-lost'
  /** The response ended before its end. The service may have executed the call. */
  | 'truncated'
  /** A redirect, which was not followed: a POST would become a GET, or reach another server. */
  | 'redirected'
  /** A page on which people sign in, in the place of a response. */
  | 'sign-in-page'
  /** HTTP 401: no credentials, or wrong ones. `challenges` has the schemes that the service accepts. */
  | 'unauthorized'
  /** HTTP 403: the credentials do not suffice. */
  | 'forbidden'
  /** HTTP 404 or 410: there is nothing at this address. */
  | 'not-found'
  /** HTTP 407: a proxy wants credentials. `challenges` has the schemes that it accepts. */
  | 'proxy-authentication'
  /** The configured scheme would send credentials without TLS; none were sent. */
  | 'insecure-address'
  /** A call to another origin than that of the client's address, whose credentials it would carry; nothing was sent. */
  | 'foreign-origin'
  /** Another realm asks for credentials than the option `realm` names. */
  | 'foreign-realm'
  /** None of the configured schemes is offered. `challenges` are those of the response. */
  | 'scheme-not-offered'
  /** A weaker scheme, hash function or version is offered than before, or than the configuration allows. */
  | 'weaker-scheme'
  /** A nonce of Digest that was stale twice, or was sent again after the server called it stale. */
  | 'nonce-refused'
  /** A challenge that cannot be read: without nonce, with a mangled token, of the wrong type. */
  | 'bad-challenge'
  /** The handshake of a connection failed: a challenge in the wrong state, or a connection that ended between. */
  | 'bad-handshake'
  /** The server did not prove that it knows the password; its response is not returned. */
  | 'unverified-server'
  /** The function of a token, or Kerberos, gave no credentials; nothing was sent. */
  | 'no-credentials'
  /** HTTP 429: too many calls. `retryAfter` says when to call again, if the service does. */
  | 'too-many-requests'
  /** HTTP 503: the service is overloaded or being maintained. `retryAfter` says when to call again, if the service does. */
  | 'unavailable'
  /** The response exceeds a limit; raise it with the option `limits`. */
  | 'too-large'
  /** The response relates to another message than the request (WS-Addressing). The service may have executed the call. */
  | 'unrelated'
  /** Any other response that is not a SOAP message: a page of a proxy, an empty body, another Content-Type. */
  | 'not-soap'
  /** The response is a SOAP message that does not fit the contract, or not one for this operation. */
  | 'bad-answer';

/** What a service or proxy demands with 401 or 407 (RFC 9110, 11.3). */
export interface Challenge {
  /** As written: `Basic`, `Bearer`, `Digest`, `NTLM`, `Negotiate`. */
  readonly scheme: string;
  /** By their names in lower case: `realm`, `nonce`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Base64 after the scheme, as NTLM and Negotiate have it; undefined without it. */
  readonly token: string | undefined;
}

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
  /** What to do about it, for people. */
  readonly remedy?: string | undefined;
  /** Of a response with 401 or 407. */
  readonly challenges?: readonly Challenge[] | undefined;
  /** The HTTP headers of the response: names and values alternately. */
  readonly headers?: readonly string[] | undefined;
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
  readonly remedy: string | undefined;
  readonly challenges: readonly Challenge[] | undefined;
  /** Not a property, since logs show those and a cookie is a secret. */
  readonly #headers: readonly string[];

  constructor(code: ClientErrorCode, message: string, init: ClientErrorInit = {}) {
    super(code, message, init.cause === undefined ? undefined : { cause: init.cause });
    this.operation = init.operation;
    this.address = init.address;
    this.httpStatus = init.httpStatus;
    this.retryAfter = init.retryAfter;
    this.requestId = init.requestId;
    this.bodyStart = init.bodyStart;
    this.remedy = init.remedy;
    this.challenges = init.challenges;
    this.#headers = init.headers ?? [];
  }

  /** All HTTP headers of the response, names and values alternately, in their order; empty without a response. */
  rawHttpHeaders(): readonly string[] {
    return this.#headers;
  }

  /** All values of an HTTP header of the response. @param name in any case. */
  httpHeaders(name: string): readonly string[] {
    return headerValues(this.#headers, name);
  }
}
