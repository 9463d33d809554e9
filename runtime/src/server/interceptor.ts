import type { Handler, HandlerContext } from './handler.ts';

/** Calls the handler of an operation, with the interceptors that follow. It throws their errors. */
export type HandlerCall<State = undefined> = (input: unknown, context: HandlerContext<State>) => Promise<unknown>;

/**
 * Wraps each call of a handler, of any operation. It may measure the call, run it in a context of its own, throw a
 * `SoapFault`, or return a result in the handler's place. It is called when the request has been read; what `authorize`
 * does comes before.
 *
 * @example
 * const time: ServerInterceptor = (next) => async (input, context) => {
 *   const started = performance.now();
 *   try {
 *     return await next(input, context);
 *   } finally {
 *     console.log(context.operation, performance.now() - started);
 *   }
 * };
 */
export type ServerInterceptor<State = undefined> = (next: HandlerCall<State>) => HandlerCall<State>;

/** A handler within interceptors. */
export function intercepted<Input, Output, State>(
  handler: Handler<Input, Output, State>,
  interceptors: readonly ServerInterceptor<State>[],
): Handler<Input, Output, State> {
  if (interceptors.length === 0) return handler;
  // `implement` has checked the types of the operation and its handler.
  const innermost: HandlerCall<State> = async (input, context) => await handler(input as Input, context);
  const chain = interceptors.reduceRight((next, interceptor) => interceptor(next), innermost);
  return async (input, context) => (await chain(input, context)) as Output;
}
