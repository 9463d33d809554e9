import type { HandlerContext } from '@soapwright/runtime/server';
import type { Stock } from './stock.ts';

/** What all handlers share: `context.state`. */
export interface State {
  readonly stock: Stock;
}

export type Context = HandlerContext<State>;
