import type { RefusalCode } from './rejection.ts';

/** What handlers count. What can be seen from outside of them is counted where it is seen: see Metrics. */
export interface Counts {
  /** A caller was refused; the answer of the same request follows. */
  refused(requestId: string, code: RefusalCode): void;
  /** A chunk of so many bytes was acknowledged. */
  chunk(bytes: number): void;
}

/** For who counts nothing. */
export const noCounts: Counts = { refused() {}, chunk() {} };
