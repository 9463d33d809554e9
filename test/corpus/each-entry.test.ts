import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusEntries, corpusFolder } from './entries.ts';
import { type FilledRequests, filledRequests } from './entry/filled-requests.ts';
import { type LoadedEntry, loadedEntry } from './entry/loaded-entry.ts';
import { mistakes, mistakesIn } from './entry/mistakes.ts';
import { type SoapPorts, soapPorts, unplaced } from './entry/ports.ts';
import { lossesWhenWritten } from './entry/written-entry.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = corpusFolder();
const entries = folder === undefined ? [] : corpusEntries(folder);

/** The least share of requests that the schemas of their authors accept. */
const wanted = 0.995;

function* contractsIn(parent: string): Iterable<string> {
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* contractsIn(path);
    else if (/\.(?:wsdl|ya?ml)$/.test(entry.name)) yield path;
  }
}

it('contracts of this repository: each diagnostic has a place, and each import is read without an error', () => {
  const paths = [...contractsIn(join(root, 'test'))].map((path) => relative(root, path));
  expect(paths.length).toBeGreaterThan(80);
  expect(paths.flatMap((path) => mistakesIn(path, root))).toEqual([]);
});

describe.skipIf(folder === undefined)('WSDLs of others', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'soapwright-entries-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const ports: SoapPorts[] = [];
  const requests: FilledRequests[] = [];

  // Each tenth on its own, so that a failure is found soon and few are in memory.
  describe.each(Array.from({ length: 10 }, (_, index) => index))('tenth %i', (tenth) => {
    let all: readonly LoadedEntry[] = [];
    beforeAll(() => {
      all = entries.filter((_, index) => index % 10 === tenth).map((entry) => loadedEntry(folder ?? '', entry));
      expect(all.length).toBeGreaterThan(30);
    });
    afterAll(() => {
      all = [];
    });

    it('are all read or diagnosed, with the place of each diagnostic', () => {
      expect(all.flatMap(unplaced)).toEqual([]);
    });

    it('have all their SOAP ports in the contract or in a diagnostic', () => {
      const found = all.map(soapPorts);
      ports.push(...found);
      expect(found.flatMap(({ missing }) => missing)).toEqual([]);
    });

    it('are linted and imported with the place of each diagnostic, and the import is read without an error', () => {
      expect(all.flatMap(({ entry, opened, loaded }) => mistakes(entry.path, opened, loaded))).toEqual([]);
    });

    it('have, written by soapwright, the components that they had, and valid schemas', () => {
      expect(all.flatMap(lossesWhenWritten)).toEqual([]);
    });

    it('have requests that soapwright call fills from its examples', () => {
      const accepted = all.filter(({ entry }) => entry.expectation === 'must-accept');
      requests.push(...accepted.map((loaded) => filledRequests(loaded, join(scratch, loaded.entry.id))));
      expect(accepted.length).toBeGreaterThan(15);
    });
  });

  it('have more SOAP ports than half of their number', () => {
    expect(ports.reduce((sum, { reached }) => sum + reached, 0)).toBeGreaterThan(entries.length / 2);
  });

  it('have 99.5 % of these requests valid by the schemas of their authors', () => {
    const operations = requests.reduce((sum, one) => sum + one.operations, 0);
    const failures = requests.flatMap((one) => one.failures);
    console.log(`${operations - failures.length} of ${operations} requests`);
    expect(operations).toBeGreaterThan(2_000);
    expect((operations - failures.length) / operations, failures.slice(0, 10).join('\n')).toBeGreaterThanOrEqual(
      wanted,
    );
  });
});
