import { type LoadedContract, loadInput, openInput } from '../../../src/contract/index.ts';
import type { Contract } from '../../../src/contract/model/index.ts';
import { catalogued } from '../../../src/contract/wsdl/catalogue/catalogue.ts';
import { readWsdl } from '../../../src/contract/wsdl/read-wsdl.ts';
import type { CorpusEntry } from '../entries.ts';
import { filesOf } from '../load-entry.ts';

/** An entry as the command loads it, for all that is tested of it: loading takes longer than most tests. */
export interface LoadedEntry {
  readonly folder: string;
  readonly entry: CorpusEntry;
  readonly opened: ReturnType<typeof openInput>;
  readonly loaded: LoadedContract | undefined;
  /** How long `opened` and `loaded` took. */
  readonly milliseconds: number;
  /** All services of the WSDL, also those that no generated code has. */
  readonly complete: Contract | undefined;
}

export function loadedEntry(folder: string, entry: CorpusEntry): LoadedEntry {
  const started = performance.now();
  const opened = openInput(entry.path, { current: folder });
  const loaded = opened.input && loadInput(opened.input);
  const milliseconds = performance.now() - started;
  const { file, read } = filesOf(folder);
  const { contract: complete } = readWsdl(file(entry.path), { read, wellKnown: catalogued });
  return { folder, entry, opened, loaded, milliseconds, complete };
}
