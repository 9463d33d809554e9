import type { Order, PlaceOrderRequest } from '../../generated/orders/server.js';
import type { Context } from './context.js';

/** Places an order. Its number is new. */
export async function PlaceOrder({ Article, Count }: PlaceOrderRequest, { state }: Context): Promise<Order> {
  return state.orders.place(Article, Count);
}
