import type { HandlerContext } from '@soapwright/runtime/server';

/** What all handlers share, such as a database or a clock: `context.state`. */
export interface State {}

export type Context = HandlerContext<State>;
