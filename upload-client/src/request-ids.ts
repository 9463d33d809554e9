import type { Interceptor } from '@soapwright/runtime/client';

/** The ids of requests whose responses are not faults: the service rejects chunks by fields of a result. */
export class RequestIds {
  readonly #byResult = new WeakMap<object, string>();

  /** Notes the id of each response. */
  readonly interceptor: Interceptor = (next) => async (call) => {
    const response = await next(call);
    const id = response.httpHeader('x-request-id');
    if (id !== undefined && id !== '' && typeof response.output === 'object' && response.output !== null) {
      this.#byResult.set(response.output, id);
    }
    return response;
  };

  /** The X-Request-Id of the response with this result. */
  of(result: object): string | undefined {
    return this.#byResult.get(result);
  }
}
