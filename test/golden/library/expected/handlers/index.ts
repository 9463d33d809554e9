// The handler of each operation. This file is yours: a new operation only adds its lines.
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
