import type { Cancellation } from './cancellation.ts';
import type { Transport, TransportRequest } from './transport.ts';

/** A request without its signal. */
export type RequestParts = Omit<TransportRequest, 'signal'>;

/** Method of a transport that makes its own requests. Its name is the same in every copy of this module. */
export const requestWith: unique symbol = Symbol.for('soapwright.requestWith');

/** A transport that needs no AbortSignal, which takes several microseconds to create. */
export interface LazyTransport extends Transport {
  [requestWith]?(parts: RequestParts, cancellation: Cancellation): TransportRequest;
}
