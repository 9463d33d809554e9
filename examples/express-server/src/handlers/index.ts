// The handler of each operation. This file is yours: a new operation only adds its lines.
import type { OrdersHandlers } from '../../generated/orders/server.js';
import type { State } from './context.js';
import { FindOrder } from './FindOrder.js';
import { PlaceOrder } from './PlaceOrder.js';

export const handlers: OrdersHandlers<State> = {
  PlaceOrder,
  FindOrder,
};
