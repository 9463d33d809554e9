import { showAddress } from './address.ts';
import { ClientError, type ClientErrorCode, type ClientErrorInit } from './client-error.ts';
import type { Call } from './interceptor.ts';

/** Makes an error of one call from what is particular about it. */
export type Fail = (code: ClientErrorCode, text: string, more?: ClientErrorInit) => ClientError;

/** Errors of a call, which all say what was called and where. */
export function failing(call: Call): Fail {
  return (code, text, more) => {
    const operation = call.operation.name;
    const address = showAddress(call.address, call.address);
    return new ClientError(code, `${operation} at ${address}: ${text}`, { ...more, operation, address });
  };
}

/** What an error of a transport says in a line: the last of its causes says most. */
export function describe(error: unknown): string {
  let last = error;
  for (let i = 0; i < 10 && last instanceof Error && last.cause instanceof Error; i++) last = last.cause;
  // What Node says when all addresses of a name refuse: no message of its own.
  if (last instanceof AggregateError && last.errors.length > 0) last = last.errors[0];
  if (!(last instanceof Error)) return 'no reason given';
  return last.message === '' ? last.name : last.message;
}
