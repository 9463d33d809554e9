// Which function answers which operation. Yours: a new operation adds its lines, and nothing else is touched.
import type { EverythingHandlers } from '../server.ts';
import type { State } from './context.ts';
import { Echo } from './Echo.ts';
import { EchoMapped } from './EchoMapped.ts';
import { EchoRestricted } from './EchoRestricted.ts';

export const handlers: EverythingHandlers<State> = {
  Echo,
  EchoMapped,
  EchoRestricted,
};
