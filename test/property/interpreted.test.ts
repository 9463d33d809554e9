import { afterAll, describe, expect, it } from 'vitest';
import { serviceFor } from '../../src/emit/index.ts';
import { ServiceMessages } from '../../src/messages/values/service-messages.ts';
import { GeneratedFolder } from '../generate-here.ts';
import { contracts, encodedContracts } from './contracts.ts';
import { call } from './exchange.ts';
import { generateIn } from './generated.ts';
import { differenceOf, exchangesOf } from './interpreted.ts';
import { load } from './loading.ts';
import { again, runs, samples } from './runs.ts';

const folder = new GeneratedFolder('interpreted');
afterAll(() => folder.remove());

/**
 * Random contracts, and random messages of them: without generated code they are read and written as with it, strict and
 * standard, in both versions of SOAP.
 */
describe.each([
  ['literal', contracts, 16],
  ['encoded', encodedContracts, 16],
] as const)('the %s messages of random contracts', (_, drawnContracts, count) => {
  it('are read and written as generated code reads and writes them', async () => {
    const failures: string[] = [];
    const figures = { contracts: 0, exchanges: 0, faults: 0, blocks: 0 };
    for (const [index, texts] of samples(drawnContracts, runs(count)).entries()) {
      const { contract } = load(texts);
      if (contract === undefined) continue;
      figures.contracts++;
      const generated = await generateIn(folder, contract);
      const messages = new ServiceMessages(contract, serviceFor(contract));
      for (const exchange of exchangesOf(generated, index)) {
        const [soap, strict] = figures.exchanges % 2 === 0 ? (['1.1', true] as const) : (['1.2', false] as const);
        const outcome = await call(generated, exchange, { soap, strict });
        const found = await differenceOf({
          generated,
          messages,
          exchange,
          outcome,
          soap,
          reading: strict ? 'strict' : 'standard',
        });
        const { request, response } = outcome.wire;
        if (found !== undefined) failures.push(`${found}\n${again(index)}\n${request}\n${response}`);
        figures.exchanges++;
        if (exchange.fault !== undefined) figures.faults++;
        figures.blocks += exchange.headers.length + exchange.answerHeaders.length;
      }
    }
    if (runs(1) > 1) console.log(figures);
    expect(failures).toEqual([]);
    expect(figures.exchanges).toBeGreaterThan(runs(count));
    expect(figures.faults).toBeGreaterThan(0);
    expect(figures.blocks).toBeGreaterThan(0);
  }, 600_000);
});
