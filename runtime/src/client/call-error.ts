import { asXmlError } from '../soap/detail-codes.ts';
import { SoapFault } from '../soap/fault.ts';
import { showAddress } from './address.ts';
import { ClientError, type ClientErrorCode, type ClientErrorInit } from './client-error.ts';
import { requestIdOf, retryAfterOf } from './http-headers.ts';
import type { Call } from './interceptor.ts';
import type { TransportResponse } from './transport.ts';

/** Creates an error of one call. */
export type Fail = (code: ClientErrorCode, text: string, more?: ClientErrorInit) => ClientError;

/** Errors that name the operation and the address of a call. */
export function errorsOf(call: Pick<Call, 'operation' | 'address'>): Fail {
  return (code, text, more) => {
    const operation = call.operation.name;
    const address = showAddress(call.address, call.address);
    return new ClientError(code, `${operation} at ${address}: ${text}`, { ...more, operation, address });
  };
}

/** Errors of a call that also have the status and the HTTP headers of a response. */
export function responseErrors({ status, headers }: Omit<TransportResponse, 'body'>, fail: Fail): Fail {
  return (code, text, more) => {
    const response = {
      httpStatus: status,
      retryAfter: retryAfterOf(headers),
      requestId: requestIdOf(headers),
      headers,
    };
    return fail(code, text, { ...response, ...more });
  };
}

/** The error for a response that violates the contract or a limit. */
export function badResponse(error: unknown, fail: Fail): ClientError {
  // The message of any other error may quote a value, so it is only the cause.
  const known = error instanceof SoapFault ? error : asXmlError(error);
  return fail('bad-answer', `The response cannot be read: ${known?.message ?? 'its codec failed.'}`, { cause: error });
}

/** The error for a request that could not be sent, or whose response did not arrive. */
export function notSent(error: unknown, fail: Fail): ClientError {
  if (!(error instanceof ClientError)) {
    const cause = innermost(error);
    // Codes of Node, which `fetch` has too: a connection that was there has ended.
    const isLost = cause instanceof Error && /RESET|PIPE|ERR_SOCKET/.test(String((cause as { code?: unknown }).code));
    return fail(isLost ? 'connection-lost' : 'connection', `${messageOf(cause)}.`, { cause: error });
  }
  // An error of the call itself names its operation already: timeout, aborted.
  if (error.operation !== undefined) return error;
  return fail(error.code, error.message, { ...error, headers: error.rawHttpHeaders(), cause: error.cause });
}

/** The innermost cause, which is the most specific one. */
function innermost(error: unknown): unknown {
  let last = error;
  for (let depth = 0; depth < 10 && last instanceof Error && last.cause instanceof Error; depth++) last = last.cause;
  // Node throws one without a message when all addresses of a host refuse the connection.
  return last instanceof AggregateError && last.errors.length > 0 ? last.errors[0] : last;
}

function messageOf(last: unknown): string {
  if (!(last instanceof Error)) return 'no reason given';
  return last.message === '' ? last.name : last.message;
}
