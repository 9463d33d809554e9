import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serviceFor } from '../../src/emit/index.ts';
import { makeSamples, type Sample } from '../../src/messages/index.ts';
import { type ReferenceFormat, referenceFiles } from '../../src/reference/index.ts';
import { corpusEntries, corpusFolder, sampled } from './entries.ts';
import { loaderOf } from './load-entry.ts';

const corpus = corpusFolder();
const entries = corpus === undefined ? [] : corpusEntries(corpus);
const names = [...new Set(entries.map(({ path }) => path.split('/')[0] ?? ''))];

describe.skipIf(corpus === undefined)('the reference of WSDLs of the corpus', () => {
  const load = loaderOf(corpus ?? '');

  it.each(sampled(names, 5))('has pages of at most 30,000 bytes, and links that lead somewhere: %s', (name) => {
    for (const { path } of entries.filter((one) => one.path.startsWith(`${name}/`))) {
      const { contract } = load(path);
      if (contract === undefined || contract.services.length === 0) continue;
      const service = serviceFor(contract, 'standard');
      const samples = new Map<string, Sample[]>();
      for (const sample of makeSamples(contract, service, service.operations)) {
        samples.set(sample.operation, [...(samples.get(sample.operation) ?? []), sample]);
      }
      const filesIn = (format: ReferenceFormat): ReadonlyMap<string, string> =>
        new Map([...referenceFiles({ service, samples }, format)].map(({ path, text }) => [path, text]));
      for (const files of [filesIn('html'), filesIn('markdown')]) {
        const pages = [...files].filter(([file]) => /\.(?:html|md)$/.test(file));
        const large = pages.filter(([, text]) => Buffer.byteLength(text) > 30_000).map(([file]) => file);
        expect([...large, ...deadLinks(files)], path).toEqual([]);
        expect(new Set([...files.keys()].map((file) => file.toLowerCase())).size, path).toBe(files.size);
      }
    }
  });
});

/** Addresses on pages that lead to no file and no anchor. */
function deadLinks(all: ReadonlyMap<string, string>): readonly string[] {
  // Samples are texts.
  const files = new Map(
    [...all].map(([file, text]) => [
      file,
      /\.(?:html|md)$/.test(file) ? text.replaceAll(/^(`{3,})xml\n[\s\S]*?\n\1$/gm, '') : '',
    ]),
  );
  const anchors = new Map<string, ReadonlySet<string>>();
  for (const [file, text] of files) {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    if (new Set(ids).size !== ids.length) return [`${file} has an anchor twice`];
    anchors.set(file, new Set(ids));
  }
  return [...files].flatMap(([file, text]) =>
    [...text.matchAll(file.endsWith('.md') ? /(?<!\\)\]\(([^)\s]+)\)/g : /(?:href|src)="([^"]+)"/g)]
      .map(([, address = '']) => address)
      .filter((address) => {
        const [page = '', anchor] = address.split('#');
        const found = anchors.get(page === '' ? file : posix.join(posix.dirname(file), page));
        return found === undefined || (anchor !== undefined && !found.has(anchor));
      })
      .map((address) => `${file}: ${address}`),
  );
}
