// The handler of each operation. This file is yours: a new operation only adds its lines.
import type { MarketHandlers } from '../server.ts';
import type { State } from './context.ts';
import { Find } from './Find.ts';
import { Put } from './Put.ts';
import { Grade } from './Grade.ts';

export const handlers: MarketHandlers<State> = {
  Find,
  Put,
  Grade,
};
