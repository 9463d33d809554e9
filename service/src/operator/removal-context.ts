import type { Content } from '../storage/content/content.ts';
import type { Db } from '../storage/tables.ts';

/** Where something is removed from. */
export interface RemovalContext {
  readonly db: Db;
  readonly store: Content;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
