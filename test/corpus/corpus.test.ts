import { describe, expect, it } from 'vitest';
import { type CorpusEntry, corpusEntries, corpusFolder } from './entries.ts';
import { shortcoming } from './judge.ts';
import { loaderOf } from './load-entry.ts';
import { readEntry } from './read-entry.ts';
import type { EntryRecord } from './records.ts';

/** `npm run corpus` also generates and compiles every entry. */
const folder = corpusFolder();

/** Entries that must be read, one of many: files of any style are generated in a second or two. */
const generated = 25;

describe.skipIf(folder === undefined)('WSDLs of others', () => {
  const corpus = folder ?? '';
  const entries = folder === undefined ? [] : corpusEntries(folder);

  const encoded = ({ style }: CorpusEntry): boolean => style.includes('encoded');
  const readable = entries.filter((entry) => entry.expectation === 'must-accept' && !encoded(entry));
  const step = Math.max(1, Math.floor(readable.length / generated));
  const sample = readable.filter((_, index) => index % step === 4);

  it(`are generated: one of ${step} that must be read`, async () => {
    const results: (readonly [CorpusEntry, EntryRecord])[] = [];
    for (const entry of sample) results.push([entry, await readEntry(entry, { load: loaderOf(corpus) })]);
    expect(results.flatMap(([entry, record]) => shortcoming(entry, record) ?? [])).toEqual([]);
  });
});
