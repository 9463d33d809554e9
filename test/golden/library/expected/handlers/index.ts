// Which function answers which operation. Yours: a new operation adds its lines, and nothing else is touched.
import type { LibraryHandlers } from '../server.ts';
import type { State } from './context.ts';
import { Borrow } from './Borrow.ts';
import { Scan } from './Scan.ts';
import { Ping } from './Ping.ts';

export const handlers: LibraryHandlers<State> = {
  Borrow,
  Scan,
  Ping,
};
