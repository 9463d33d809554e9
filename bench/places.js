// Where things are.
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const bench = fileURLToPath(new URL('.', import.meta.url));
/** What runs make, and the peers that they install. */
export const build = fileURLToPath(new URL('../.build', import.meta.url));
/** Code that runs generate. */
export const made = fileURLToPath(new URL('../.build/bench', import.meta.url));
