import { corpusEntries, corpusFolder } from './entries.ts';
import { loaderOf, portsOf } from './load-entry.ts';
import { readEntry } from './read-entry.ts';

// A process of `npm run corpus`: takes ids of entries as messages, sends back their records.
const folder = corpusFolder();
if (folder === undefined) throw new Error('The corpus is missing.');
const entries = new Map(corpusEntries(folder).map((entry) => [entry.id, entry]));
const options = { load: loaderOf(folder), ports: portsOf(folder), output: process.argv[2] };

process.on('message', async (id: string) => {
  const entry = entries.get(id);
  if (entry === undefined) throw new Error(`There is no entry ${id}.`);
  const record = await readEntry(entry, options);
  process.send?.({ ...record, peakMemory: process.resourceUsage().maxRSS * 1024 });
});
