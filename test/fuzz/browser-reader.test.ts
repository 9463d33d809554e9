import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { dictionaryOf, filesOf } from './corpus-files.ts';
import { mutate } from './mutate/index.ts';
import { Random } from './random.ts';
import { randomDocument } from './random-document.ts';
import { outcomesOf } from './target/outcomes.ts';

const module = fileURLToPath(new URL('target/outcomes.ts', import.meta.url));
const seeds = filesOf('corpus', 'reader').map(({ bytes }) => bytes);
const times = Number(process.env.SOAPWRIGHT_FUZZ_RUNS ?? 1);
const seed = Number(process.env.SOAPWRIGHT_FUZZ_SEED ?? 20_240_301);

/** The seeds, random documents, and some of both modified. */
function* documents(): Generator<Uint8Array> {
  yield* seeds;
  for (let at = 0; at < 300 * times; at++) {
    const random = new Random(seed + at);
    const document = random.once(2) ? random.pick(seeds) : new TextEncoder().encode(randomDocument(random));
    const material = { dictionary: dictionaryOf('reader'), other: () => random.pick(seeds) };
    yield at % 3 === 0 ? document : mutate(document, random, material, 4_096);
  }
}

it(
  'the reader in a bundle for browsers has the values and errors of the reader on Node',
  async () => {
    const { code, modules } = await bundle(`export { outcomesOf } from '${module}';`, 'browser');
    expect(modules.filter((id) => /\/(?:shortcuts|likely-child|plain-text|slices)\.ts$/.test(id))).toEqual([]);
    const browser: { readonly outcomesOf: typeof outcomesOf } = await import(
      `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
    );
    let accepted = 0;
    for (const bytes of documents()) {
      const expected = outcomesOf(bytes);
      if (expected[0]?.startsWith('{')) accepted++;
      expect(browser.outcomesOf(bytes), Buffer.from(bytes).toString('latin1')).toEqual(expected);
    }
    expect(accepted).toBeGreaterThan(100 * times);
  },
  300_000 * times,
);
