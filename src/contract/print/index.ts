/** From a contract to the YAML that a person would have written. */
export { type ImportedContract, type ImportedFile, type ImportOptions, importContract } from './import-contract.ts';
export type { InFull } from './in-full.ts';
export type { Remark } from './remarks.ts';
