import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveService } from '../../src/contract/model/index.ts';
import { catalogued } from '../../src/contract/wsdl/catalogue/catalogue.ts';
import { loadWsdl } from '../../src/contract/wsdl/index.ts';
import { emit } from '../../src/emit/index.ts';
import { type CorpusEntry, corpusEntries, corpusFolder, entrySize } from '../corpus/entries.ts';

/**
 * Mutated WSDLs of the corpus: an error or a contract that can be generated, and soon; never a crash.
 * `npm run fuzz:wsdl` does more of it; SOAPWRIGHT_FUZZ_SEED=N chooses others.
 */
const runs = 10 * Number(process.env.SOAPWRIGHT_FUZZ_RUNS ?? 1);
const seed = Number(process.env.SOAPWRIGHT_FUZZ_SEED ?? 1);
const most = 30;
const limit = 10_000;

const folder = corpusFolder();
const largest = 60_000;

/** Entries of all kinds, evenly from the whole corpus. */
function chosen(corpus: string): readonly CorpusEntry[] {
  const small = corpusEntries(corpus).filter((entry) => entrySize(corpus, entry) < largest);
  const step = Math.max(1, Math.floor(small.length / most));
  return small.filter((_, index) => index % step === 0).slice(0, most);
}

const attribute = /\s[\w:.-]+="[^"]*"/g;
const element = /<([\w:.-]+)\b[^<>]*?(?:\/>|>[^<>]*<\/\1>)/g;

/** One change of a text; the numbers choose which, and where. */
const mutation = fc.record({
  kind: fc.constantFrom('delete', 'duplicate', 'swap', 'value', 'attribute', 'truncate', 'byte'),
  one: fc.nat(),
  other: fc.nat(),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutated(text: string, { kind, one, other }: Mutation): string {
  const pick = (pattern: RegExp, number: number): readonly [start: number, text: string] => {
    const all = [...text.matchAll(pattern)];
    const found = all[number % Math.max(1, all.length)];
    return [found?.index ?? 0, found?.[0] ?? ''];
  };
  const replaced = (start: number, length: number, by: string): string =>
    text.slice(0, start) + by + text.slice(start + length);
  const pattern = kind === 'value' || kind === 'attribute' ? attribute : element;
  const [start, first] = pick(pattern, one);
  const [, second] = pick(pattern, other);
  switch (kind) {
    case 'delete':
    case 'attribute':
      return replaced(start, first.length, '');
    case 'duplicate':
      return replaced(start, 0, first);
    case 'swap':
      return replaced(start, first.length, second);
    case 'value':
      return replaced(start, first.length, first.replace(/"[^"]*"/, /"[^"]*"/.exec(second)?.[0] ?? '""'));
    case 'truncate':
      return text.slice(0, one % (text.length + 1));
    default:
      return replaced(one % text.length, 1, String.fromCharCode(other % 0x3000));
  }
}

async function check(corpus: string, path: string, text: string): Promise<void> {
  const read = (location: string) => {
    const file = join(corpus, location);
    const isThere = !/^[a-z]+:/i.test(location) && existsSync(file) && statSync(file).isFile();
    return isThere
      ? { file: { location, name: location, bytes: readFileSync(file) }, diagnostics: [] }
      : { diagnostics: [] };
  };
  const started = performance.now();
  const main = { location: path, name: path, bytes: new TextEncoder().encode(text) };
  const { contract, diagnostics } = loadWsdl(main, { read, wellKnown: catalogued });
  if (contract === undefined) expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  else {
    resolveService(contract);
    await emit(contract, { source: 'service.wsdl', importExtension: 'ts' });
  }
  expect(performance.now() - started).toBeLessThan(limit);
}

describe.skipIf(folder === undefined)('mutated WSDLs', () => {
  const corpus = folder ?? '';
  const entries = folder === undefined ? [] : chosen(corpus);

  it.each(entries.map(({ id, path }) => [id, path] as const))(
    '%s has errors, or is generated',
    async (_, path) => {
      const text = readFileSync(join(corpus, path), 'utf8');
      await fc.assert(
        fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
          await check(corpus, path, mutations.reduce(mutated, text));
        }),
        { numRuns: runs, seed },
      );
    },
    60_000 * Math.max(1, runs / 100),
  );
});
