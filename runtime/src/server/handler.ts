import type { HeaderBlock } from '../soap/header-block.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { AnyServerOperation, ServerOneWayOperation, ServerOperation } from '../soap/operation.ts';
import type { SoapVersion } from '../soap/version.ts';
import type { DateTime } from '../types/date-time.ts';
import type { Duration } from '../types/duration.ts';
import type { QName } from '../types/qname.ts';
import type { AnyElement } from '../xml/wildcard.ts';

/** The context of a request, for its handler. */
export interface HandlerContext<State = undefined> {
  readonly operation: string;
  readonly soapVersion: SoapVersion;
  /** A random id, which is in the log, in faults and in the `X-Request-Id` of the response. */
  readonly requestId: string;
  /** Address of the socket's peer; undefined where the host does not provide it. */
  readonly peerAddress: string | undefined;
  /** Blocks of the request's SOAP header, also those for other roles (rule D5). `ReadableHeader.of` reads a declared one. */
  readonly headerBlocks: readonly HeaderBlock[];
  /**
   * Push blocks for the header of the response here: `Quota.block(value)`, or an element as XML text that declares its
   * namespaces. A fault that the handler throws carries them too. The response of a one-way operation has no header.
   */
  readonly responseHeaderBlocks: HeaderContent[];
  /** Value of an HTTP header of the request by its name, in any case. */
  httpHeader(name: string): string | undefined;
  /** Who sends the request, as `authentication` of the server has found; undefined without that option. */
  readonly principal?: unknown;
  /** The caller's certificate in DER, verified against `clientCertificates.ca` of `listen`. */
  readonly clientCertificate?: Uint8Array | undefined;
  /**
   * Aborted when the caller disconnects before it has the response, or when the deadline of `Listening.close` has passed. A
   * server that stops lets handlers finish until then. While `authorize` runs, the rest of the request is not read, and a
   * caller that disconnects is noticed once it is read again.
   */
  readonly signal: AbortSignal;
  /** The `state` that the server was created with. */
  readonly state: State;
}

/**
 * Implements one operation. Throw a `SoapFault` to respond with a fault; any other thrown value becomes a fault that
 * contains nothing but the request's id (rule W4). The result of a one-way operation is awaited and ignored.
 */
export type Handler<Input, Output, State = undefined> = (
  input: Input,
  context: HandlerContext<State>,
) => Output | Promise<Output>;

/**
 * Returned by an `Authorize` that cannot decide from the fields received so far, because the caller sends them in another
 * order: streamed fields are then kept in memory, within `limits.maxBodyBytes`, and the handler decides.
 */
export const IN_MEMORY: unique symbol = Symbol('IN_MEMORY');

/**
 * Called once for each request of an operation with streamed fields, before the first of them is stored. It returns
 * nothing to allow the request. It rejects it by throwing a `SoapFault`, or by returning the result of the operation in the
 * handler's place.
 *
 * @param before the fields that precede the first streamed one; all fields if none is streamed.
 * @param context also passed to the handler.
 */
export type Authorize<Input, Output, State = undefined> = (
  before: Before<Input>,
  context: HandlerContext<State>,
) => AuthorizeResult<Output> | Promise<AuthorizeResult<Output>>;

// biome-ignore lint/suspicious/noConfusingVoidType: most of these functions return nothing.
export type AuthorizeResult<Output> = Output | typeof IN_MEMORY | undefined | void;

/** A value that is not completely received. */
export type Before<Value> = Value extends readonly (infer Item)[]
  ? readonly Before<Item>[]
  : Value extends Uint8Array | Blob | Date | DateTime | Duration | QName | AnyElement
    ? Value
    : Value extends object
      ? { readonly [Property in keyof Value]?: Before<Value[Property]> }
      : Value;

/** An operation with its handler. */
export interface Implementation<State> {
  // biome-ignore lint/suspicious/noExplicitAny: `implement` has checked the types of the pair, and a list mixes pairs.
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
