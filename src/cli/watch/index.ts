/** Runs work again whenever files change. */
export { runOnChanges } from './run-on-changes.ts';
