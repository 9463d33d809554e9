import { corpusEntries, corpusFolder } from '../entries.ts';
import { checkEntry } from './check-entry.ts';

// A process of `npm run corpus`: takes ids of entries as messages, sends back the results of their samples.
const corpus = corpusFolder();
const [, , output] = process.argv;
if (corpus === undefined || output === undefined) throw new Error('There is no corpus, or no folder for documents.');
const entries = new Map(corpusEntries(corpus).map((entry) => [entry.id, entry]));

process.on('message', async (id: string) => {
  const entry = entries.get(id);
  if (entry === undefined) throw new Error(`There is no entry ${id}.`);
  process.send?.(await checkEntry(entry, corpus, output));
});
