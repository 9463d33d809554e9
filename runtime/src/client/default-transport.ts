import { fetchTransport } from './fetch-transport.ts';
import type { Transport } from './transport.ts';

/** The transport of a client that was given none. Node takes `default-transport.node.ts` in place of this file. */
export function defaultTransport(): Transport {
  return fetchTransport();
}
