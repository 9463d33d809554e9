/** A Blob that a spool made. It can be kept beyond the message that brought it. */
export interface SpooledBlob extends Blob {
  /**
   * Makes the value a file of this name, whole, in place of one that is there: by a rename where the spool is on the same
   * volume. The Blob can be read on.
   *
   * @throws {Error} what node:fs says; also when the value was discarded.
   */
  moveTo(path: string): Promise<void>;
  /** Gives the value up, unless it was moved; a server does so when it has answered. It cannot be read then. */
  discard(): Promise<void>;
}

/** Whether a Blob is one that a spool of files made. */
export function isSpooled(blob: Blob): blob is SpooledBlob {
  return 'moveTo' in blob && typeof blob.moveTo === 'function';
}
