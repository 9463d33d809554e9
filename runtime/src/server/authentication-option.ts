import type { QName } from '../types/qname.ts';
import type { HandlerContext } from './handler.ts';

/**
 * Finds out who sends a request: `httpAuthentication()` of `@soapwright/runtime/server/authentication`, or one of your own.
 * An option, so that only servers with it load the code.
 */
export interface ServerAuthentication {
  /** Header blocks that it processes. They count as understood (rule D5). */
  readonly understood?: readonly QName[] | undefined;
  /** Whether a request has credentials of this kind. */
  isPresent(context: HandlerContext<unknown>): boolean;
  /**
   * Called once for each request, with its header blocks, before `authorize`, the interceptors and the handler.
   *
   * @returns the principal, or a promise of it: `context.principal` of the handler.
   * @throws {SoapFault} or a rejection of `unauthorized()`, which is the response.
   */
  authenticate(context: HandlerContext<unknown>): unknown;
}
