import type { ReadableHeader } from '@soapwright/runtime';
import { memoryTransport, type Transport } from '@soapwright/runtime/client';
import type { SoapVersion } from '../../src/contract/model/index.ts';
import type { Direction } from '../../src/messages/read/operation-index.ts';
import { type PlainRead, readMessage } from '../../src/messages/values/read-message.ts';
import type { ServiceMessages } from '../../src/messages/values/service-messages.ts';
import { writeMessage } from '../support/generator/write-message.ts';
import { drawn } from './draw.ts';
import { drawExchange, type Exchange, type Outcome } from './exchange.ts';
import type { Generated } from './generated.ts';
import { samples } from './runs.ts';
import { difference } from './same.ts';
import { NoValue } from './simple-values.ts';
import { Known } from './values.ts';

/** A message that went over the wire, and what both ends made of it. */
export interface Case {
  readonly generated: Generated;
  readonly messages: ServiceMessages;
  readonly exchange: Exchange;
  readonly outcome: Outcome;
  readonly soap: SoapVersion;
  readonly reading: 'strict' | 'standard';
}

/** Where what is read and written without generated code is another thing than with it. */
export async function differenceOf(one: Case): Promise<string | undefined> {
  const { exchange, outcome } = one;
  return (
    (await differenceOfSide(one, 'request', outcome.wire.request)) ??
    (exchange.operation.output === undefined
      ? undefined
      : await differenceOfSide(one, 'response', outcome.wire.response))
  );
}

async function differenceOfSide(one: Case, direction: Direction, wire: string): Promise<string | undefined> {
  const { messages, exchange, soap, reading } = one;
  const { operation } = exchange;
  const document = new TextEncoder().encode(wire);
  const read = readMessage(messages, { operation, direction }, document, { reading });
  if (read.message === undefined) return `${direction} is not read: ${JSON.stringify(read.problems)}`;
  if (read.version !== soap) return `${direction} is of ${read.version}`;
  // Through JSON, and back.
  const given = JSON.parse(JSON.stringify(read.message)) as NonNullable<PlainRead['message']>;
  const written = writeMessage(messages, { operation, direction }, given, { version: soap });
  if (written.text === undefined) return `${direction} is not written: ${JSON.stringify(written.problems)}`;
  const [generatedReads, expected] =
    direction === 'request' ? [serverReads, requestOf(one)] : ([clientReads, responseOf(one)] as const);
  let back: Ends;
  try {
    back = await generatedReads(one, written.text);
  } catch (error) {
    return `the written ${direction} is not read: ${String(error)}\n${written.text}`;
  }
  return (
    (await difference(back.body, expected.body, `${direction} body`)) ??
    (await difference(back.headers, expected.headers, `${direction} headers`)) ??
    (await difference(back.fault, expected.fault, `${direction} fault`))
  );
}

export interface Ends {
  readonly body: unknown;
  readonly headers: unknown;
  readonly fault: unknown;
}

function requestOf({ outcome }: Case): Ends {
  return { body: outcome.input, headers: outcome.headers, fault: undefined };
}

function responseOf({ exchange, outcome }: Case): Ends {
  if (exchange.fault !== undefined) return { body: undefined, headers: [], fault: outcome.fault };
  return { body: outcome.output, headers: outcome.answerHeaders, fault: undefined };
}

/** What a generated handler gets. */
export async function serverReads(one: Case, text: string): Promise<Ends> {
  const got: { body: unknown; headers: unknown; thrown: unknown } = {
    body: undefined,
    headers: undefined,
    thrown: new Error('The handler was not called.'),
  };
  const { generated, exchange, reading } = one;
  const handlers = Object.fromEntries(
    generated.service.operations.map(({ identifier }) => [
      identifier,
      (request: unknown, context: Parameters<ReadableHeader<unknown>['of']>[0]): undefined => {
        got.body = request;
        got.headers = exchange.headers.map((one) => generated.requestHeaders.server[one.identifier]?.of(context));
        got.thrown = undefined;
      },
    ]),
  );
  const server = generated.server(handlers as Parameters<Generated['server']>[0], {
    strict: reading === 'strict',
    onError: () => undefined,
  });
  const response = await memoryTransport(server).send({
    ...(await requestFor(one)),
    body: text,
  });
  if (got.thrown !== undefined) throw new Error(new TextDecoder().decode(response.body));
  return { body: got.body, headers: got.headers, fault: undefined };
}

type Sent = Parameters<Transport['send']>[0];

/** A request with the address and headers of the operation. */
async function requestFor({ generated, exchange, soap }: Case): Promise<Sent> {
  const { identifier } = exchange.operation;
  const input = exchange.input.sent;
  let sent: Sent | undefined;
  const transport: Transport = {
    send(request) {
      sent = request as Sent;
      throw new Error('It is not sent.');
    },
  };
  const client = generated.client({ soap, actionParameter: true, transport });
  const headerBlocks = exchange.headers.flatMap(({ identifier: name, sample }) => {
    return generated.requestHeaders.client[name]?.block(sample.sent) ?? [];
  });
  await client[identifier]?.(input, { headerBlocks }).catch(() => undefined);
  if (sent === undefined) throw new Error(`${identifier} was not called.`);
  return sent;
}

/** What the method of a generated client returns. */
async function clientReads({ generated, exchange, soap, reading }: Case, text: string): Promise<Ends> {
  const type = soap === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8';
  const status = exchange.fault === undefined ? 200 : 500;
  const response = { status, headers: ['Content-Type', type], body: new TextEncoder().encode(text) };
  const transport = memoryTransport(() => response);
  const client = generated.client({ soap, reading, transport });
  const got: { headers: unknown } = { headers: [] };
  try {
    const headerBlocks = exchange.headers.flatMap(({ identifier: name, sample }) => {
      return generated.requestHeaders.client[name]?.block(sample.sent) ?? [];
    });
    const body = await client[exchange.operation.identifier]?.(exchange.input.sent, {
      headerBlocks,
      onResponse: (answer) => {
        got.headers = exchange.answerHeaders.map((one) => generated.responseHeaders.client[one.identifier]?.of(answer));
      },
    });
    return { body, headers: got.headers, fault: undefined };
  } catch (error) {
    if (exchange.fault === undefined) throw error;
    return { body: undefined, headers: [], fault: (error as { readonly value?: unknown }).value };
  }
}

/** Random exchanges of each operation. */
export function exchangesOf(generated: Generated, index: number): readonly Exchange[] {
  const known = new Known(generated.service, generated.contract);
  return generated.service.operations.flatMap((operation, number) => {
    const exchanges = drawn((draw) => possible(() => drawExchange(draw, known, operation)));
    return samples(exchanges, 2, index * 100 + number).filter((exchange) => exchange !== undefined);
  });
}

function possible<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}
