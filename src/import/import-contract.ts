import type { Contract } from '../contract/index.ts';
import { contractMap } from './contract-file.ts';
import { Gaps } from './gaps.ts';
import { yamlText } from './yaml-text.ts';

export interface ImportedFile {
  /** Relative to the folder of the contract. */
  readonly file: string;
  readonly text: string;
}

export interface ImportedContract {
  /** The contract first, then the files that it includes. */
  readonly files: readonly [ImportedFile, ...ImportedFile[]];
  /** What the language cannot say, each once. */
  readonly gaps: readonly string[];
}

export interface ImportOptions {
  /** Name of the main file. */
  readonly file?: string | undefined;
}

/** The YAML of a contract that was loaded from a WSDL: from it the same components and the same TypeScript come. */
export function importContract(contract: Contract, { file = 'contract.yaml' }: ImportOptions = {}): ImportedContract {
  const gaps = new Gaps();
  const text = yamlText(contractMap(contract, gaps));
  return { files: [{ file, text }], gaps: gaps.all };
}
