/** A local page that calls any service. */

export { type ExploreEnvironment, readEnvironments } from './environments.ts';
export { Explorer } from './explorer.ts';
export type { ExplorerOptions } from './explorer-options.ts';
export { type ServedExplorer, serveExplorer } from './serve-explorer.ts';
