// The handler of each operation. This file is yours: a new operation only adds its lines.
import type { LegacyHandlers } from '../server.ts';
import type { State } from './context.ts';
import { Delete } from './Delete.ts';
import { Date_ } from './Date_.ts';
import { add$_b } from './add$_b.ts';
import { Parameters } from './Parameters.ts';
import { Order } from './Order.ts';
import { People } from './People.ts';
import { exportAll } from './exportAll.ts';
import { Absent } from './Absent.ts';
import { Look } from './Look.ts';
import { Tell } from './Tell.ts';
import { Plain } from './Plain.ts';

export const handlers: LegacyHandlers<State> = {
  Delete,
  Date_,
  add$_b,
  Parameters,
  Order,
  People,
  exportAll,
  Absent,
  Look,
  Tell,
  Plain,
};
