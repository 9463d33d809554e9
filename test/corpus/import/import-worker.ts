import { corpusEntries, corpusFolder } from '../entries.ts';
import { loaderOf } from '../load-entry.ts';
import { importEntry } from './import-entry.ts';

// A process of `npm run corpus`: takes ids of entries that can be read, sends back what became of their import.
const folder = corpusFolder();
if (folder === undefined) throw new Error('The corpus is missing.');
const entries = new Map(corpusEntries(folder).map((entry) => [entry.id, entry]));
const load = loaderOf(folder);

process.on('message', async (id: string) => {
  const entry = entries.get(id);
  if (entry === undefined) throw new Error(`There is no entry ${id}.`);
  const result = await importEntry(entry, load);
  process.send?.(result ?? { id, stage: 'import', reason: 'it cannot be read' });
});
