import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResponseDeviation, Tolerance } from '@soapwright/runtime/client';
import { tolerant } from '@soapwright/runtime/client/tolerant';
import { afterAll, expect, it } from 'vitest';
import { GeneratedFolder } from '../generate-here.ts';
import { contracts } from './contracts.ts';
import { drawn } from './draw.ts';
import { call, drawExchange, type Exchange, type Outcome } from './exchange.ts';
import { type Generated, generateIn } from './generated.ts';
import { load } from './loading.ts';
import { again, runs, samples } from './runs.ts';
import { difference } from './same.ts';
import { NoValue } from './simple-values.ts';
import { Known } from './values.ts';

/** Random contracts, and random messages of them that fit: a tolerant client reads them as a standard one does. */
const folder = new GeneratedFolder('tolerant');
afterAll(() => folder.remove());

/** Arranges the children of each element in the schema's order, as if the message did not fit. */
const arranging: Tolerance = {
  ...tolerant,
  read: (options, read) => read({ ...options, arranging: true }),
};

it('messages without deviations are read alike, arranged or not, and nothing is told', async () => {
  let exchanges = 0;
  let arranged = 0;
  for (const [index, texts] of samples(contracts, runs(16)).entries()) {
    const { contract } = load(texts);
    if (contract === undefined) continue;
    const generated = await generateIn(folder, contract, 'tolerant');
    if (readFileSync(join(generated.folder, 'codec.ts'), 'utf8').includes('soap.arranged(')) arranged++;
    for (const exchange of exchangesOf(generated, index)) {
      const found: ResponseDeviation[] = [];
      const read = (reading: Tolerance | 'standard'): Promise<Outcome> =>
        call(generated, exchange, {
          soap: '1.1',
          strict: false,
          reading,
          onDeviation: (deviation) => found.push(deviation),
        });
      const standard = await read('standard');
      for (const reading of [tolerant, arranging]) {
        const outcome = await read(reading);
        for (const part of ['output', 'answerHeaders', 'fault'] as const) {
          const what = await difference(outcome[part], standard[part], `${exchange.operation.name} ${part}`);
          expect(what, `${again(index)}\n${standard.wire.response}`).toBeUndefined();
        }
      }
      expect(found, `${again(index)}\n${standard.wire.response}`).toEqual([]);
      exchanges++;
    }
  }
  expect(exchanges).toBeGreaterThan(runs(16));
  expect(arranged).toBeGreaterThan(0);
}, 600_000);

function exchangesOf(generated: Generated, index: number): readonly Exchange[] {
  const known = new Known(generated.service, generated.contract);
  return generated.service.operations.flatMap((operation, number) => {
    const exchanges = drawn((draw) => possible(() => drawExchange(draw, known, operation)));
    return samples(exchanges, 3, index * 100 + number).filter((exchange) => exchange !== undefined);
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
