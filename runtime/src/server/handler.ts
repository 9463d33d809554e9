import type { HeaderBlock } from '../soap/header-block.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { AnyServerOperation, ServerOneWayOperation, ServerOperation } from '../soap/operation.ts';
import type { SoapVersion } from '../soap/version.ts';
import type { DateTime } from '../types/date-time.ts';
import type { Duration } from '../types/duration.ts';
import type { QName } from '../types/qname.ts';
import type { AnyElement } from '../xml/wildcard.ts';

/** What a handler is given besides its request. */
export interface HandlerContext<State = undefined> {
  readonly operation: string;
  readonly soapVersion: SoapVersion;
  /** Unguessable; stands in the log, in faults and in the `X-Request-Id` of the answer. */
  readonly requestId: string;
  /** Address of the peer of the socket; undefined where the host does not tell. */
  readonly peerAddress: string | undefined;
  /** Blocks of the SOAP header of the request, those for others too (rule D5). `HeaderType.of` reads a declared one. */
  readonly headerBlocks: readonly HeaderBlock[];
  /**
   * Blocks for the header of the answer, to be pushed: `Quota.block(value)`, or an element as XML text that declares its
   * namespaces. A fault that the handler throws takes them along. The answer to a one-way operation has no header.
   */
  readonly responseHeaderBlocks: HeaderContent[];
  /** Value of an HTTP header of the request by its name, in any case. */
  httpHeader(name: string): string | undefined;
  /** Aborted when the caller is gone or the server stops. */
  readonly signal: AbortSignal;
  /** What the server was created with. */
  readonly state: State;
}

/**
 * Answers one operation. Throw a `SoapFault` to answer with a fault; anything else that is thrown becomes a fault that
 * tells the caller nothing but the request's id (rule W4). What a one-way operation answers is forgotten, but waited for.
 */
export type Handler<Input, Output, State = undefined> = (
  input: Input,
  context: HandlerContext<State>,
) => Output | Promise<Output>;

/**
 * What an `Authorize` answers where the fields that are there decide nothing, as with callers that send them in another
 * order: what is streamed is then held in memory, within `limits.maxBodyBytes`, and the handler decides.
 */
export const IN_MEMORY: unique symbol = Symbol('IN_MEMORY');

/**
 * Asked once for each request of an operation with streamed fields, before the first of them is taken in, and nothing is
 * spooled until it agrees: by answering nothing. It refuses by throwing a `SoapFault`, or by answering what the operation
 * shall answer in the handler's place.
 *
 * @param before the fields before it that have come; of a request without a streamed field, all.
 * @param context the one that the handler is given then.
 */
export type Authorize<Input, Output, State = undefined> = (
  before: Before<Input>,
  context: HandlerContext<State>,
) => AuthorizeResult<Output> | Promise<AuthorizeResult<Output>>;

// biome-ignore lint/suspicious/noConfusingVoidType: a function that answers nothing is what most of them are.
export type AuthorizeResult<Output> = Output | typeof IN_MEMORY | undefined | void;

/** A value of which not everything has come yet. */
export type Before<Value> = Value extends readonly (infer Item)[]
  ? readonly Before<Item>[]
  : Value extends Uint8Array | Blob | Date | DateTime | Duration | QName | AnyElement
    ? Value
    : Value extends object
      ? { readonly [Property in keyof Value]?: Before<Value[Property]> }
      : Value;

/** An operation with the handler that answers it. */
export interface Implementation<State> {
  // biome-ignore lint/suspicious/noExplicitAny: the pair was type-checked by `implement`, and a list mixes all pairs.
  readonly operation: AnyServerOperation<any, any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly handler: Handler<any, any, State>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly authorize?: Authorize<any, any, State> | undefined;
}

/** Pairs an operation with its handler. */
export function implement<Input, Output, State>(
  operation: ServerOperation<Input, Output>,
  handler: Handler<Input, Output, State>,
  authorize?: Authorize<Input, Output, State>,
): Implementation<State>;
export function implement<Input, State>(
  operation: ServerOneWayOperation<Input>,
  handler: Handler<Input, void, State>,
  authorize?: Authorize<Input, void, State>,
): Implementation<State>;
export function implement<Input, Output, State>(
  operation: AnyServerOperation<Input, Output>,
  handler: Handler<Input, Output, State>,
  authorize?: Authorize<Input, Output, State>,
): Implementation<State> {
  return { operation, handler, authorize };
}
