import type { HandlerContext } from '@soapwright/runtime/server';
import type { Orders } from '../orders.js';

/** What all handlers share: `context.state`. */
export interface State {
  readonly orders: Orders;
}

export type Context = HandlerContext<State>;
