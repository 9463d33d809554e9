/** What receives a body, for those who watch that it does not stop coming. */
export interface Receiver {
  /** Whether bytes have come since the watch last looked, or none are wanted just now. */
  active: boolean;
  /** Its place in the list of the watch. */
  place: number;
  /** Ends it from outside: the body comes too slowly, or what comes is no HTTP. */
  fail(kind: 'too slow' | 'broken'): void;
}

/** Why there is nothing to answer with: the body comes too slowly, what comes is no HTTP, or there is nobody left. */
export interface Failed {
  readonly kind: 'too slow' | 'broken' | 'gone';
}
