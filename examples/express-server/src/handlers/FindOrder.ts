import { type FindOrderRequest, faults, type Order } from '../../generated/orders/server.js';
import type { Context } from './context.js';

/** Finds an order by its number. */
export async function FindOrder(request: FindOrderRequest, { state }: Context): Promise<Order> {
  const order = state.orders.find(request.Number);
  if (order === undefined) throw faults.NotFound.create(request, { reason: 'There is no such order.' });
  return order;
}
