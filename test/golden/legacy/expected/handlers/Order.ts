import { SoapFault } from '@soapwright/runtime/server';
import type { OrderRequest, OrderResponse } from '../server.ts';
import type { Context } from './context.ts';

/** Element, type and operation are called alike. */
export async function Order(_request: OrderRequest, _context: Context): Promise<OrderResponse> {
  throw SoapFault.receiver('NotImplemented', 'Order has no handler yet.');
}
