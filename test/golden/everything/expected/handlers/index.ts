// The handler of each operation. This file is yours: a new operation only adds its lines.
import type { EverythingHandlers } from '../server.ts';
import type { State } from './context.ts';
import { Echo } from './Echo.ts';
import { EchoMapped } from './EchoMapped.ts';
import { EchoRestricted } from './EchoRestricted.ts';
import { EchoContent } from './EchoContent.ts';
import { EchoMarkup } from './EchoMarkup.ts';
import { EchoAnimals } from './EchoAnimals.ts';
import { EchoCommon } from './EchoCommon.ts';
import { Find } from './Find.ts';
import { Notify } from './Notify.ts';
import { Describe } from './Describe.ts';
import { Ping } from './Ping.ts';

export const handlers: EverythingHandlers<State> = {
  Echo,
  EchoMapped,
  EchoRestricted,
  EchoContent,
  EchoMarkup,
  EchoAnimals,
  EchoCommon,
  Find,
  Notify,
  Describe,
  Ping,
};
