/** The work of `init`, `import`, `generate` and `check`, from targets to files. */
export { BuildCache } from './build-cache.ts';
export {
  type CheckOptions,
  type CheckResult,
  check,
  type Finding,
  type GenerateOptions,
  type GenerateResult,
  generate,
} from './generate.ts';
export { type InitResult, init } from './init.ts';
export { type InputFiles, inputFiles, type OutputFiles, outputFiles } from './list-files.ts';
export type { PrepareOptions } from './prepare.ts';
