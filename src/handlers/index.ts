/** The handlers: people's files. What is missing is made, the index is added to, all else is left alone. */
export type { HandlerFile, HandlerFiles, TextFile } from './handler-files.ts';
export {
  type Extender,
  type HandlersPlan,
  handlerFinder,
  planHandlers,
  rememberingExtender,
  retiredWarnings,
} from './plan.ts';
export type { Answer } from './reading.ts';
