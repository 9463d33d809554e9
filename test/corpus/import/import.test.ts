import { describe, expect, it } from 'vitest';
import { corpusEntries, corpusFolder } from '../entries.ts';
import { loaderOf } from '../load-entry.ts';
import { importEntry } from './import-entry.ts';

/** Of all styles, with and without types that no operation uses; `npm run corpus` imports every entry. */
const sample =
  'e0025 e0054 e0095 e0110 e0118 e0151 e0175 e0179 e0189 e0237 e0241 e0331 e0349 e0361 e0399 e0426 e0445 e0449 e0474 e0548 e0552 e0595 e0609 e0616 e0626'.split(
    ' ',
  );

const folder = corpusFolder();

describe.skipIf(folder === undefined)('WSDLs of others, imported as YAML', () => {
  it('have the same components and the same TypeScript', async () => {
    const load = loaderOf(folder ?? '');
    const entries = corpusEntries(folder ?? '').filter(({ id }) => sample.includes(id));
    expect(entries).toHaveLength(sample.length);
    for (const entry of entries) expect(await importEntry(entry, load), entry.id).toEqual({ id: entry.id });
  });
});
