import type { HandlerContext } from '@soapwright/runtime/server';
import type { State } from '../state.ts';

export type { State };
export type Context = HandlerContext<State>;
