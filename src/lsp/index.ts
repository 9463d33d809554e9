/** The language server of contracts. */
export { serve } from './server.ts';
