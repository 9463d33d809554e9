import { httpTransport } from './http-transport.node.ts';
import type { Transport } from './transport.ts';

/** The transport of a client that was given none, on Node. */
export function defaultTransport(): Transport {
  return httpTransport();
}
