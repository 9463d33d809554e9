import { describe, expect, it } from 'vitest';
import { type CorpusEntry, corpusEntries, corpusFolder } from './entries.ts';
import { diagnosisLimit, shortcoming } from './judge.ts';
import { loaderOf, soapPorts } from './load-entry.ts';
import { readEntry } from './read-entry.ts';
import type { EntryRecord } from './records.ts';

/** `npm run corpus` also generates and compiles every entry. */
const folder = corpusFolder();

/** Entries that must be read, one of many: files of any style are generated in a second or two. */
const generated = 25;

describe.skipIf(folder === undefined)('WSDLs of others', () => {
  const corpus = folder ?? '';
  const entries = folder === undefined ? [] : corpusEntries(folder);
  const load = folder === undefined ? undefined : loaderOf(folder);

  it('are all read or diagnosed, with the place of each diagnostic', () => {
    expect(entries.length).toBeGreaterThan(0);
    const places: string[] = [];
    const slow: string[] = [];
    for (const { id, path } of entries) {
      const started = performance.now();
      const { contract, diagnostics } = load?.(path) ?? { diagnostics: [] };
      if (contract === undefined) {
        if (!diagnostics.some(({ severity }) => severity === 'error')) places.push(`${id}: no error`);
        if (performance.now() - started > 5 * diagnosisLimit) slow.push(id);
      }
      for (const { code, file, line, column } of diagnostics) {
        if (file === undefined || line === undefined || column === undefined) places.push(`${id}: ${code}`);
      }
    }
    expect(places).toEqual([]);
    expect(slow).toEqual([]);
  });

  it('have all their SOAP ports in the contract or in a diagnostic', () => {
    const missing: string[] = [];
    let reached = 0;
    for (const { id, path } of entries) {
      const { contract, diagnostics } = load?.(path) ?? { diagnostics: [] };
      if (contract === undefined) continue;
      const said = diagnostics.map(({ message }) => message).join('\n');
      for (const { service, port } of soapPorts(corpus, path)) {
        const own = contract.services.find(({ name }) => name === service)?.ports ?? [];
        if (own.some(({ name }) => name === port)) reached += 1;
        else if (!said.includes(port)) missing.push(`${id}: ${service}.${port}`);
      }
    }
    expect(missing).toEqual([]);
    expect(reached).toBeGreaterThan(entries.length / 2);
  });

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
