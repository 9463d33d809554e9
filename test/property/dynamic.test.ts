import type { Transport } from '@soapwright/runtime/client';
import { afterAll, describe, expect, it } from 'vitest';
import type { ResolvedOperation, SoapVersion } from '../../src/contract/model/index.ts';
import { serviceFor } from '../../src/emit/index.ts';
import { ServiceClient } from '../../src/messages/dynamic/service-client.ts';
import { readMessage } from '../../src/messages/values/read-message.ts';
import { ServiceMessages } from '../../src/messages/values/service-messages.ts';
import { GeneratedFolder } from '../generate-here.ts';
import { contracts, encodedContracts } from './contracts.ts';
import { drawn } from './draw.ts';
import { call, drawExchange, type Exchange, type Outcome } from './exchange.ts';
import { type Generated, generateIn } from './generated.ts';
import { serverReads } from './interpreted.ts';
import { load } from './loading.ts';
import { again, runs, samples } from './runs.ts';
import { difference } from './same.ts';
import { NoValue } from './simple-values.ts';
import { meaningOf, parseTree } from './tree.ts';
import { Known } from './values.ts';

const folder = new GeneratedFolder('dynamic');
afterAll(() => folder.remove());

/** Few contracts, and many values of each. */
describe.each([
  ['literal', contracts, 8, 250],
  ['encoded', encodedContracts, 3, 60],
] as const)(
  'a client without generated code, of the %s messages of random contracts',
  (use, drawnContracts, count, wanted) => {
    it('sends and returns what the generated client sends and returns', async () => {
      const failures: string[] = [];
      const figures = { exchanges: 0, values: 0, faults: 0, sameBytes: 0 };
      const loaded = samples(drawnContracts, count).flatMap((texts) => load(texts).contract ?? []);
      const each = Math.ceil((wanted * runs(1)) / loaded.length);
      for (const [index, contract] of loaded.entries()) {
        const generated = await generateIn(folder, contract);
        const known = new Known(generated.service, contract);
        const messages = new ServiceMessages(contract, serviceFor(contract));
        const { operations } = generated.service;
        for (const operation of operations) {
          const exchanges = drawn((draw) => exchangeOf(() => drawExchange(draw, known, operation)));
          const drawnNow = samples(exchanges, Math.ceil(each / operations.length), index);
          for (const [number, exchange] of drawnNow.entries()) {
            if (exchange === undefined) continue;
            const soap = number % 2 === 0 ? '1.1' : '1.2';
            const strict = number % 3 === 0;
            const outcome = await call(generated, exchange, { soap, strict });
            const found = await differenceOf({ generated, messages, exchange, outcome, soap, strict });
            if (typeof found === 'string') failures.push(`${found}\n${again(index)}\n${outcome.wire.request}`);
            else if (found) figures.sameBytes++;
            figures.exchanges++;
            figures.values += valuesIn(exchange);
            if (exchange.fault !== undefined) figures.faults++;
          }
        }
      }
      if (runs(1) > 1) console.log(figures);
      expect(failures.slice(0, 3)).toEqual([]);
      expect(figures.values).toBeGreaterThan(use === 'literal' ? 10_000 : 1_000);
      expect(figures.faults).toBeGreaterThan(0);
      expect(figures.sameBytes > 0).toBe(use === 'literal');
    }, 600_000);
  },
);

/** The simple values, and the elements of any type, in a call. */
function valuesIn({ input, output, headers, answerHeaders, fault }: Exchange): number {
  const others = [...headers, ...answerHeaders, ...(fault === undefined ? [] : [fault])].map(({ sample }) => sample);
  return [input, ...(output === undefined ? [] : [output]), ...others].reduce(
    (sum, { sent }) => sum + leavesOf(sent),
    0,
  );
}

function leavesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1;
  if (Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value)) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + leavesOf(one), 0);
}

function exchangeOf(make: () => Exchange): Exchange | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

interface Case {
  readonly generated: Generated;
  readonly messages: ServiceMessages;
  readonly exchange: Exchange;
  readonly outcome: Outcome;
  readonly soap: SoapVersion;
  readonly strict: boolean;
}

/** How the two clients differ; else whether the bytes on the wire are the same. */
async function differenceOf({ generated, messages, exchange, outcome, soap, strict }: Case): Promise<string | boolean> {
  const { operation, answerHeaders, fault } = exchange;
  const { wire } = outcome;
  const reading = strict ? 'strict' : 'standard';
  const read = readMessage(messages, { operation, direction: 'request' }, new TextEncoder().encode(wire.request), {
    reading,
  });
  if (read.message === undefined) return `the request is not read: ${JSON.stringify(read.problems)}`;
  const { body, headers } = JSON.parse(JSON.stringify(read.message)) as Given;
  let sent = '';
  const type = soap === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8';
  const status = operation.output === undefined ? 202 : fault === undefined ? 200 : 500;
  const transport: Transport = {
    async send({ body: text }) {
      sent = typeof text === 'string' ? text : new TextDecoder().decode(text);
      return { status, headers: ['Content-Type', type], body: new TextEncoder().encode(wire.response) };
    },
  };
  const client = clientOf(messages, { soap, reading, transport, actionParameter: true });
  const got = await client
    .exchange(operation.identifier, body, headers && { headers })
    .catch((error: unknown) => ({ error }));
  if (meaningOf(parseTree(sent)) !== meaningOf(parseTree(wire.request))) {
    // With space between the elements, with other prefixes, or with a default that the reader has added.
    const got = await serverReads({ generated, messages, exchange, outcome, soap, reading }, sent);
    const different = await difference(got, { body: outcome.input, headers: outcome.headers, fault: undefined });
    if (different !== undefined) return `the server reads ${different} of ${sent}`;
  }
  const isSame = sent === wire.request;
  if ('error' in got) {
    if (fault === undefined) return String(got.error);
    const declared = operation.faults.find(({ identifier }) => identifier === fault.identifier);
    const { value } = got.error as { readonly value?: unknown };
    if (declared === undefined) return `it has no fault ${fault.identifier}`;
    const converted = messages.convertRoot(declared, JSON.parse(JSON.stringify(value ?? null)), []);
    return (await difference(converted.value, outcome.fault, 'fault')) ?? isSame;
  }
  if (operation.output === undefined) return got.body === undefined ? isSame : 'a one-way operation returns a value';
  const returned = messages.convert(operation, 'response', throughJson(got.body), []);
  if (returned.problems.length > 0) return `it returns what does not fit: ${JSON.stringify(returned.problems)}`;
  const own = answerHeaders.map(({ identifier }) => blockOf(messages, operation, identifier, got.headers[identifier]));
  return (
    (await difference(returned.value, outcome.output, 'body')) ??
    (await difference(own, outcome.answerHeaders, 'headers')) ??
    isSame
  );
}

interface Given {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

function throughJson(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

function blockOf(messages: ServiceMessages, operation: ResolvedOperation, name: string, value: unknown): unknown {
  const use = operation.headers.output.find(({ header }) => header.identifier === name);
  return use && messages.convertRoot(use.header, throughJson(value), []).value;
}

function clientOf(messages: ServiceMessages, options: ConstructorParameters<typeof ServiceClient>[1]): ServiceClient {
  return new ServiceClient(messages.contract, options, messages.model.service);
}
