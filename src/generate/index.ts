/** The whole way, from contracts to files. */
export { type CheckResult, check, type Finding } from './check.ts';
export { type GenerateOptions, type GenerateResult, generate } from './generate.ts';
export { type InitResult, init } from './init.ts';
export { type Memory, memoryNear } from './memory.ts';
export type { PrepareOptions } from './prepare.ts';
