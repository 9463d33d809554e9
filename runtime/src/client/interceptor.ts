import type { HeaderBlock } from '../soap/header-block.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { AnyClientOperation } from '../soap/operation.ts';
import type { SoapVersion } from '../soap/version.ts';
import type { Deviation } from '../xml/deviation.ts';
import type { HttpHeaders } from './http-headers.ts';

/** One call, as interceptors see it. */
export interface Call {
  readonly operation: AnyClientOperation<unknown, unknown>;
  /** The request, of the operation's input type. It may hold secrets. */
  readonly input: unknown;
  /** Address of the service, without credentials. */
  readonly address: string;
  readonly soapVersion: SoapVersion;
  /** HTTP headers other than those of SOAP. Interceptors may change them. */
  readonly headers: HttpHeaders;
  /** Blocks of the SOAP header: of a declared type, or an element as XML text that declares its namespaces. */
  readonly headerBlocks: readonly HeaderContent[];
  /** The differences of responses from the contract that were passed over are added to it; undefined if nobody asks for them. */
  readonly deviations: Deviation[] | undefined;
  /**
   * Aborted when the call ends without a result: by its timeout, its caller's signal, or an interceptor that throws. Its
   * reason is the error of the call. Combine it with a signal of your own to end one request:
   * `next({ ...call, signal: AbortSignal.any([call.signal, own]) })` rejects with a `ClientError` of code `aborted`.
   */
  readonly signal: AbortSignal;
}

/** The response to a call. Faults are thrown instead. */
export interface SoapResponse {
  /** The result, of the operation's output type; undefined for a one-way operation. */
  readonly output: unknown;
  readonly httpStatus: number;
  /** Blocks of the SOAP header. `ReadableHeader.of` reads a declared one. */
  readonly headerBlocks: readonly HeaderBlock[];
  /** The first value of an HTTP header. @param name in any case. */
  httpHeader(name: string): string | undefined;
  /** All values of an HTTP header that may repeat, such as `Set-Cookie`. @param name in any case. */
  httpHeaders(name: string): readonly string[];
}

export type Next = (call: Call) => Promise<SoapResponse>;

/**
 * Wraps every call of a client. It may inspect the call, change its headers, pass another one to `next`
 * (`next({ ...call, address })`), return a response of its own, or call `next` again. The first one in the list is the
 * outermost. The timeout of a call includes all interceptors.
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
