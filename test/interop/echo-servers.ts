import type { HandlerContext, SoapServer } from '@soapwright/runtime/server';
import { listen } from '@soapwright/runtime/server/node';
import { echo } from '../end-to-end/echo.ts';
import { legacyHandlers } from '../end-to-end/legacy.ts';
import * as everything from '../golden/everything/expected/server.ts';
import * as legacy from '../golden/legacy/expected/server.ts';

/** A server of a golden contract on a port: it returns and records its input. */
export interface EchoServer {
  readonly wsdl: string;
  readonly address: string;
  /** What handlers were given since the last time, in the order of calls. */
  take(): readonly Received[];
  close(): Promise<void>;
}

export interface Received {
  readonly operation: string;
  readonly input: unknown;
  /** Of the header blocks that the contract declares, by name: those that were there. */
  readonly headers: Readonly<Record<string, unknown>>;
}

type Context = HandlerContext<undefined>;
type HeaderReaders = Readonly<Record<string, { of(context: Context): unknown }>>;

/** Notes what handlers are given before they are called. */
function noting<Handlers extends object>(handlers: Handlers, headers: HeaderReaders, received: Received[]): Handlers {
  return new Proxy(handlers, {
    get(target, name): unknown {
      const handler: unknown = Reflect.get(target, name);
      if (typeof handler !== 'function' || typeof name !== 'string') return handler;
      return (input: unknown, context: Context): unknown => {
        const given = Object.entries(headers).map(([header, type]) => [header, type.of(context)] as const);
        const there = Object.fromEntries(given.filter(([, value]) => value !== undefined));
        received.push({ operation: name, input, headers: there });
        return Reflect.apply(handler, target, [input, context]);
      };
    },
  });
}

async function started(server: SoapServer, received: Received[]): Promise<EchoServer> {
  const { url, close } = await listen(server, { port: 0, host: '127.0.0.1' });
  return { address: url, wsdl: `${url}?wsdl`, take: () => received.splice(0), close };
}

/** Find responds with a header, or with a fault for `nothing` and `late`. */
export async function startEverything(): Promise<EchoServer> {
  const { faults, headers } = everything;
  const received: Received[] = [];
  const handlers: everything.EverythingHandlers = {
    ...echo,
    Find: ({ Query }, context) => {
      if (Query === 'nothing') throw faults.NotFound.create({ Name: 'n', Tried: ['a', ''] }, { reason: 'Not there.' });
      if (Query === 'late') throw faults.Busy.create('until noon', { reason: 'Busy.' });
      context.responseHeaderBlocks.push(headers.Quota.block(7));
      return [Query, ''];
    },
  };
  const server = everything.createEverythingServer(noting(handlers, { Session: headers.Session }, received), {
    state: undefined,
  });
  return await started(server, received);
}

/** Look responds with a header, or with a fault for `gone` and `secret`. */
export async function startLegacy(): Promise<EchoServer> {
  const received: Received[] = [];
  const handlers = noting(legacyHandlers({ tickets: [], traces: [], told: [] }), legacy.headers, received);
  return await started(legacy.createLegacyServer(handlers, { state: undefined }), received);
}
