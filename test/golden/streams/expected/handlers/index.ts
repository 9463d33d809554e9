// The handler of each operation. This file is yours: a new operation only adds its lines.
import type { StreamsHandlers } from '../server.ts';
import type { State } from './context.ts';
import { Send } from './Send.ts';
import { SendParts } from './SendParts.ts';
import { SendContent } from './SendContent.ts';
import { SendShape } from './SendShape.ts';
import { SendLetter } from './SendLetter.ts';
import { SendTree } from './SendTree.ts';
import { Keep } from './Keep.ts';
import { Fetch } from './Fetch.ts';
import { Data } from './Data.ts';
import { SendAuthorizers } from './SendAuthorizers.ts';

export const handlers: StreamsHandlers<State> = {
  Send,
  SendParts,
  SendContent,
  SendShape,
  SendLetter,
  SendTree,
  Keep,
  Fetch,
  Data,
  SendAuthorizers,
};
