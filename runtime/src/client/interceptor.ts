import type { HeaderBlock } from '../soap/header-block.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { AnyClientOperation } from '../soap/operation.ts';
import type { SoapVersion } from '../soap/version.ts';
import type { HttpHeaders } from './http-headers.ts';

/** One call on its way out. */
export interface Call {
  /** Which operation, with its name and soapAction. */
  readonly operation: AnyClientOperation<unknown, unknown>;
  /** The request as it was given to the client; of the type that the operation takes. It may hold secrets. */
  readonly input: unknown;
  /** Where the call goes, without credentials. */
  readonly address: string;
  readonly soapVersion: SoapVersion;
  /** HTTP headers that are sent besides those of SOAP; to be changed as you like. */
  readonly headers: HttpHeaders;
  /** Blocks of the SOAP header: of a declared type, or an element as XML text that declares its namespaces. */
  readonly headerBlocks: readonly HeaderContent[];
  /** Aborted when the call is over without a result: its time-out, its caller's signal, an interceptor that throws. */
  readonly signal: AbortSignal;
}

/** What came back. A fault does not come back: it is thrown. */
export interface Answer {
  /** The result, of the type that the operation answers with; undefined for a one-way operation. */
  readonly output: unknown;
  readonly httpStatus: number;
  /** Blocks of the SOAP header of the answer. `HeaderType.of` reads a declared one. */
  readonly headerBlocks: readonly AnswerBlock[];
  /** Value of an HTTP header of the answer by its name, in any case. */
  httpHeader(name: string): string | undefined;
}

/** A block of the SOAP header of an answer. */
export type AnswerBlock = HeaderBlock;

export type Next = (call: Call) => Promise<Answer>;

/**
 * Stands around every call of a client: it may look at the call, change its headers, hand on another call
 * (`next({ ...call, address })`), answer itself, or call `next` again. The first in the list is the outermost. The
 * time-out of a call spans all of it.
 *
 * @example
 * const log: Interceptor = (next) => async (call) => {
 *   const started = performance.now();
 *   try {
 *     return await next(call);
 *   } finally {
 *     console.log(call.operation.name, performance.now() - started);
 *   }
 * };
 */
export type Interceptor = (next: Next) => Next;
