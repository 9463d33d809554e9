import type { HandlerContext } from '@soapwright/runtime/server';

/** What every handler is given besides its request: a database, a clock, whatever yours share. */
export interface State {}

export type Context = HandlerContext<State>;
