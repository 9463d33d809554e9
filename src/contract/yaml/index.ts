/** From YAML text to the contract model, every mistake with its place. */
export type { EffectiveVariable, Environment } from './address.ts';
export type { ReadIncluded } from './files.ts';
export { type LoadedContract, type LoadOptions, loadContract } from './load.ts';
export type { Overrides } from './overrides.ts';
export { decodeSource, type ReadSource, readSource } from './source.ts';
