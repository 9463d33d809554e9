/** Handler files and their index, which belong to the user: new files and entries are added, nothing else changes. */
export type { HandlerFile, HandlerFiles, IndexEntry, TextFile } from './handler-files.ts';
export { handlerFinder, planHandlers, retiredWarnings } from './handlers-plan.ts';
