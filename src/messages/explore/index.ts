/** A local page that calls any service. */

export { type ExploreEnvironment, readEnvironments } from './environments.ts';
export { Explorer, type ExplorerOptions } from './explorer.ts';
export { type ServedExplorer, serveExplorer } from './serve-explorer.ts';
