import type { Origin } from '../contract/index.ts';

/** A component that something can be said about. */
export interface Subject {
  /** Where it stands in the contract, as `ignore` names it: `records/Order/Number`. */
  readonly path: string;
  readonly origin?: Origin | undefined;
}
