/** Contracts for tests, from a text or a file. */
import { fileURLToPath } from 'node:url';
import type { Contract } from '../../../src/contract/model/index.ts';
import { loadContract } from '../../../src/contract/yaml/load.ts';
import { readSource } from '../../../src/contract/yaml/source.ts';
import { renderText } from '../../../src/diagnostics/reports/text.ts';

/** The contract of a text. @throws with all diagnostics if it is invalid. */
export function contractOf(text: string, file = 'contract.yaml'): Contract {
  const { contract, diagnostics } = loadContract({ file, text });
  if (contract === undefined) throw new Error(renderText(diagnostics, { sources: new Map([[file, text]]) }));
  return contract;
}

/** The contract of schema/remote-file-service.yaml, with the defaults of its variables. */
export function remoteFileService(): Contract {
  const file = 'schema/remote-file-service.yaml';
  const { source, diagnostics } = readSource(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), file);
  if (source === undefined) throw new Error(renderText(diagnostics));
  return contractOf(source.text, file);
}

/** The contract of a file and of those that it includes. @param path absolute. */
export function contractFile(path: string): Contract {
  const { source, diagnostics } = readSource(path, path);
  if (source === undefined) throw new Error(renderText(diagnostics));
  const loaded = loadContract(source, { read: readSource });
  if (loaded.contract === undefined) throw new Error(renderText(loaded.diagnostics, { sources: loaded.sources }));
  return loaded.contract;
}
