/** What rolldown bundles into one file: the command, and the functions that the package exports. */

export * from '../index.ts';
export { runCommand } from './command.ts';
