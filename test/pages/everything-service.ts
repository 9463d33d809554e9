import type { CommonOptions, SoapServer } from '@soapwright/runtime/server';
import { listen } from '@soapwright/runtime/server/node';
import { Session as SentSession } from '../golden/everything/expected/client-headers.ts';
import { pages } from '../golden/everything/expected/pages.ts';
import { createEverythingServer } from '../golden/everything/expected/server.ts';
import { NotFound } from '../golden/everything/expected/server-faults.ts';
import { Quota, Session } from '../golden/everything/expected/server-headers.ts';

export interface Received {
  readonly operation: string;
  readonly input: unknown;
  /** The header block of the caller. */
  readonly session: unknown;
}

/** A server of the contract with every construct: it returns its input. */
export function everythingServer(received: Received[], options: CommonOptions = {}): SoapServer {
  const seen = <Input>(operation: string, input: Input, session?: unknown): Input => {
    received.push({ operation, input, session });
    return input;
  };
  return createEverythingServer(
    {
      Echo: (input) => seen('Echo', input).Values,
      EchoMapped: (input) => seen('EchoMapped', input).Mapped,
      EchoRestricted: (input) => seen('EchoRestricted', input).Restricted,
      EchoContent: (input) => seen('EchoContent', input).Payment,
      EchoMarkup: (input) => seen('EchoMarkup', input),
      EchoAnimals: (input) => seen('EchoAnimals', input),
      EchoCommon: (input) => seen('EchoCommon', input),
      Find(input, context) {
        const session = Session.of(context);
        const { Query } = seen('Find', input, session);
        if (Query === 'nothing')
          throw NotFound.create({ Name: 'thing', Tried: ['here', 'there'] }, { reason: 'Gone.' });
        context.responseHeaderBlocks.push(Quota.block(7), SentSession.block({ Token: 'a token of the answer' }));
        return [`found <${Query.length}>`];
      },
      Notify(input, context) {
        seen('Notify', input, Session.of(context));
      },
      Describe: ({ limit, Text }) => {
        seen('Describe', { limit, Text });
        return { currency: 'EUR', rounded: true, $text: '1.50' };
      },
      Ping: (input) => seen('Ping', input).length,
    },
    { state: undefined, pages, ...options },
  );
}

export interface EverythingService {
  readonly address: string;
  readonly received: Received[];
  close(): Promise<void>;
}

export async function startEverythingService(): Promise<EverythingService> {
  const received: Received[] = [];
  const listening = await listen(everythingServer(received), { host: '127.0.0.1' });
  return { address: listening.url, received, close: () => listening.close(1_000).then(() => undefined) };
}
