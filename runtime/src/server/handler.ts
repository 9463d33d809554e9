import type { Operation, SoapVersion } from '../soap/operation.ts';

/** A block of the SOAP header that was let through to the handler (rule D5). */
export interface HeaderBlock {
  readonly namespace: string;
  readonly local: string;
  /** The whole element as XML text, with the namespace declarations it needs. */
  readonly xml: string;
}

/** What a handler is given besides its request. */
export interface HandlerContext<State = undefined> {
  readonly operation: string;
  readonly soapVersion: SoapVersion;
  /** Unguessable; stands in the log, in faults and in the `X-Request-Id` of the answer. */
  readonly requestId: string;
  /** Address of the peer of the socket; undefined where the host does not tell. */
  readonly peerAddress: string | undefined;
  readonly headerBlocks: readonly HeaderBlock[];
  /** Value of an HTTP header of the request by its name, in any case. */
  httpHeader(name: string): string | undefined;
  /** Aborted when the caller is gone or the server stops. */
  readonly signal: AbortSignal;
  /** What the server was created with. */
  readonly state: State;
}

/**
 * Answers one operation. Throw a `SoapFault` to answer with a fault; anything else that is thrown becomes a fault that
 * tells the caller nothing but the request's id (rule W4).
 */
export type Handler<Input, Output, State = undefined> = (
  input: Input,
  context: HandlerContext<State>,
) => Output | Promise<Output>;

/** An operation with the handler that answers it. */
export interface Implementation<State> {
  // biome-ignore lint/suspicious/noExplicitAny: the pair was type-checked by `implement`, and a list mixes all pairs.
  readonly operation: Operation<any, any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly handler: Handler<any, any, State>;
}

/** Pairs an operation with its handler. */
export function implement<Input, Output, State>(
  operation: Operation<Input, Output>,
  handler: Handler<Input, Output, State>,
): Implementation<State> {
  return { operation, handler };
}
