import { memoryTransport } from '@soapwright/runtime/client';
import { tolerant } from '@soapwright/runtime/client/tolerant';
import { afterAll, describe, expect, it } from 'vitest';
import { serviceFor } from '../../src/emit/index.ts';
import { type ReadingMode, readings } from '../../src/messages/read/deviation.ts';
import { readEnvelope } from '../../src/messages/read/envelope.ts';
import { readMessage } from '../../src/messages/values/read-message.ts';
import { ServiceMessages } from '../../src/messages/values/service-messages.ts';
import { GeneratedFolder } from '../generate-here.ts';
import { bodyOf, withBody } from './acceptance.ts';
import { contracts, encodedContracts } from './contracts.ts';
import { drawn } from './draw.ts';
import { call, type Exchange } from './exchange.ts';
import { type Generated, generateIn } from './generated.ts';
import { exchangesOf } from './interpreted.ts';
import { load } from './loading.ts';
import { mutate } from './mutations.ts';
import { again, runs, samples } from './runs.ts';
import { difference } from './same.ts';

const folder = new GeneratedFolder('deviating');
afterAll(() => folder.remove());

/** Changed messages of each response. */
const changes = 12;

/**
 * Random responses with one change: without generated code they are rejected, or read as the same values, as generated
 * clients do, strict, standard and tolerant.
 */
describe.each([
  ['literal', contracts, 16],
  ['encoded', encodedContracts, 8],
] as const)('changed %s responses of random contracts', (use, drawnContracts, count) => {
  it('are rejected, or read, as generated clients do', async () => {
    const failures: string[] = [];
    const figures = { contracts: 0, changed: 0, strict: 0, standard: 0, tolerant: 0, notArranged: 0 };
    for (const [index, texts] of samples(drawnContracts, runs(count)).entries()) {
      const { contract } = load(texts);
      if (contract === undefined) continue;
      figures.contracts++;
      const generated = await generateIn(folder, contract, 'tolerant');
      const messages = new ServiceMessages(contract, serviceFor(contract, 'tolerant'));
      for (const [number, exchange] of exchangesOf(generated, index).entries()) {
        if (exchange.operation.output === undefined || exchange.fault !== undefined) continue;
        const { wire } = await call(generated, exchange, { soap: '1.1', strict: false });
        for (const { what, envelope } of changed(wire.response, index * 1000 + number)) {
          figures.changed++;
          for (const reading of readings) {
            const theirs = await clientReads(generated, exchange, envelope, reading);
            const ours = interpreted(messages, exchange, envelope, reading);
            if ('value' in theirs) figures[reading]++;
            const found = await disagreement(ours, theirs);
            if (found === undefined) continue;
            if (reading === 'tolerant' && isNotArranged(ours)) figures.notArranged++;
            else failures.push(`${what}, ${reading}: ${found}\n${again(index)}\n${envelope}`);
          }
        }
      }
    }
    if (runs(1) > 1) console.log(use, figures);
    expect(failures).toEqual([]);
    expect(figures.changed).toBeGreaterThan(runs(count) * 4);
    expect(figures.strict).toBeLessThan(figures.standard);
    expect(figures.standard).toBeLessThan(figures.tolerant);
    expect(figures.tolerant).toBeLessThan(figures.changed);
    expect(figures.notArranged).toBeLessThan(figures.changed / 50);
  }, 600_000);
});

interface Changed {
  readonly what: string;
  readonly envelope: string;
}

function changed(envelope: string, offset: number): readonly Changed[] {
  const root = bodyOf(envelope);
  if (root === undefined) return [];
  const mutations = drawn((draw) => mutate(draw, root));
  return samples(mutations, changes, offset).flatMap((mutation) => {
    return mutation === undefined ? [] : [{ what: mutation.what, envelope: withBody(envelope, mutation.root) }];
  });
}

/** What came of a message: its value, or why there is not one. */
type Result = { readonly value: unknown } | { readonly rejected: string };

async function clientReads(
  generated: Generated,
  { operation, input, headers: sentHeaders }: Exchange,
  envelope: string,
  reading: ReadingMode,
): Promise<Result> {
  const headers = ['Content-Type', 'text/xml; charset=utf-8'];
  const response = { status: 200, headers, body: new TextEncoder().encode(envelope) };
  const transport = memoryTransport(() => response);
  const client = generated.client({ reading: reading === 'tolerant' ? tolerant : reading, transport });
  try {
    const headerBlocks = sentHeaders.flatMap(
      ({ identifier, sample }) => generated.requestHeaders.client[identifier]?.block(sample.sent) ?? [],
    );
    return { value: await client[operation.identifier]?.(input.sent, { headerBlocks }) };
  } catch (error) {
    return { rejected: String(error) };
  }
}

function interpreted(
  messages: ServiceMessages,
  { operation }: Exchange,
  envelope: string,
  reading: ReadingMode,
): Result {
  const document = new TextEncoder().encode(envelope);
  const own = messages.model.service.operations.find(({ identifier }) => identifier === operation.identifier);
  if (own === undefined) throw new Error('It has no such operation.');
  const found = { operation: own, direction: 'response' } as const;
  const { message, problems } = readMessage(messages, found, document, { reading });
  if (message === undefined) return { rejected: problems.map(({ place, reason }) => `${place}: ${reason}`).join('; ') };
  const opened = readEnvelope(document);
  if ('kind' in opened) throw new Error('The envelope was read.');
  return { value: messages.reader.read(found, opened, {}, { reading }).value };
}

/** Repeated rows and choices that are out of order are not arranged without generated code (decision 128). */
function isNotArranged(ours: Result): boolean {
  if (!('rejected' in ours)) return false;
  return ours.rejected.split('; ').every((one) => /: it (?:cannot be together|is out of order)/.test(one));
}

async function disagreement(ours: Result, theirs: Result): Promise<string | undefined> {
  if ('rejected' in ours) return 'rejected' in theirs ? undefined : `the client reads it, we say: ${ours.rejected}`;
  if ('rejected' in theirs) return `we read it, the client says: ${theirs.rejected}`;
  return difference(ours.value, theirs.value, 'value');
}
