import { memorySpool } from './memory-spool.ts';
import type { Spool } from './spool.ts';

/** The spool of servers and clients that were given none. */
export function defaultSpool(): Spool {
  return memorySpool();
}
