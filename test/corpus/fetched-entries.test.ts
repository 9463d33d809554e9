import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadedContract } from '../../src/contract/yaml/index.ts';
import { FetchFolder } from '../support/generator/fetch-run.ts';
import { FileServer } from '../support/generator/file-server.ts';
import { type CorpusEntry, corpusEntries, corpusFolder } from './entries.ts';
import { loaderOf } from './load-entry.ts';

const corpus = corpusFolder();

/** Of each repository: they resemble one another. */
const entriesAtMost = 4;

/** Entries that refer to other files. */
function entriesWithReferences(folder: string): readonly CorpusEntry[] {
  const counts = new Map<string, number>();
  return corpusEntries(folder).filter(({ path }) => {
    const text = readFileSync(join(folder, path), 'latin1');
    if (!/(?:schemaLocation|<(?:\w+:)?import\b[^>]*\blocation)\s*=/.test(text)) return false;
    const repository = path.replace(/\/.*/, '');
    const count = (counts.get(repository) ?? 0) + 1;
    counts.set(repository, count);
    return count <= entriesAtMost;
  });
}

/** The content of a contract, without positions. @param withWarnings whether it has the same diagnostics. */
function meaning({ contract, diagnostics }: LoadedContract, withWarnings: boolean): string {
  const codes = withWarnings ? diagnostics.map(({ code }) => code).sort() : [];
  const withoutPlaces = (key: string, value: unknown): unknown =>
    key === 'origin' ? undefined : value instanceof Map ? [...value] : value;
  return JSON.stringify({ codes, contract }, withoutPlaces);
}

describe.skipIf(corpus === undefined)('entries of the corpus with several files', () => {
  let server: FileServer;
  beforeAll(async () => {
    server = await new FileServer().start();
  });
  afterAll(() => server.stop());

  it('mean the same after they were fetched, and check finds no difference', async () => {
    const folder = corpus ?? '';
    serveFolder(server, folder);
    let fetched = 0;
    for (const { id, path } of entriesWithReferences(folder)) {
      const project = new FetchFolder();
      try {
        const run = await project.fetch(server.address(`/${encodeURI(path)}`), { out: 'wsdl', contracts: [] });
        if (run.exitCode > 0) {
          // Missing files, other hosts, document types and ill-formed XML.
          expect(run.text, id).toMatch(/status 404|another host|not http or https|document type|not well-formed/);
          continue;
        }
        fetched++;
        const [main = ''] = run.contracts;
        const original = loaderOf(folder)(path);
        // Copies of well-known schemas that are missing or have a document type were replaced.
        const isReplaced = run.codes.includes('SW8501');
        if (isReplaced && original.contract === undefined) continue;
        expect(meaning(loaderOf(project.path)(main), !isReplaced), id).toBe(meaning(original, !isReplaced));
        const checked = await project.check({ out: 'wsdl' });
        expect([checked.codes, checked.checked[0]?.otherFiles], id).toEqual([[], 0]);
      } finally {
        project.remove();
      }
    }
    expect(fetched).toBeGreaterThan(40);
  });
});

function serveFolder(server: FileServer, folder: string): void {
  server.fallback = (target) => {
    const path = join(folder, decodeURIComponent(target.replace(/\?.*/, '')));
    return existsSync(path) && statSync(path).isFile() ? readFileSync(path) : undefined;
  };
}
