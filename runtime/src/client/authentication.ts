import type { Transport } from './transport.ts';

/**
 * Signs the calls of a client in by HTTP authentication. An option, so that only clients with it load the code: `basic`,
 * `bearer`, `digest` and `anyOf` of `@soapwright/runtime/client/authentication`, `ntlm` and `negotiate` of its `node`.
 */
export interface Authentication {
  /**
   * A transport that signs requests in, on top of another one.
   *
   * @param address of the service: no other origin receives credentials.
   */
  over(transport: Transport, address: string): Transport;
}
