import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const bench = fileURLToPath(new URL('.', import.meta.url));
/** Results, and the peers that runs install. */
export const build = fileURLToPath(new URL('../.build', import.meta.url));
/** Generated code, and what peers compile. */
export const work = fileURLToPath(new URL('../.build/bench', import.meta.url));
