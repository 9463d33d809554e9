/** Opens contracts in either language, YAML or WSDL, and loads them. */
export { disk, type FileSystem } from './file-system.ts';
export { generatorIdentity } from './generator-identity.ts';
export { type LoadInputOptions, loadInput } from './load-input.ts';
export { type ContractInput, type InputOptions, openInput } from './open-input.ts';
