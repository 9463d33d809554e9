import { type LoadedContract, loadContract } from '../../src/contract/yaml/index.ts';
import { type ContractTexts, mainFile } from './contracts.ts';

/** Loads the files of a contract from memory. */
export function load(texts: ContractTexts): LoadedContract {
  return loadContract(
    { file: mainFile, text: texts.get(mainFile) ?? '' },
    {
      read(file) {
        const text = texts.get(file);
        return text === undefined ? { diagnostics: [] } : { source: { file, text }, diagnostics: [] };
      },
    },
  );
}

/** Errors that a generator of one place at a time can cause: clashes of names and ambiguous contents. */
export const expectedCodes: ReadonlySet<string> = new Set([
  ...['SW1315', 'SW1361', 'SW1362', 'SW1365', 'SW1366', 'SW1501', 'SW1502', 'SW1503', 'SW1504', 'SW1505'],
]);
