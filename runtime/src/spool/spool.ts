/**
 * Bytes that a value may take of memory whatever else is there: a file costs more. A multiple of three, as all rooms are.
 * They count as bytes of the message.
 */
export const ALWAYS_IN_MEMORY = 4_095;

/**
 * Where values of streamed fields lie between the network and whoever wants them. One serves any number of messages; it
 * must have an end of its own to everything that it begins.
 */
export interface Spool {
  /** Begins the values of one message, when the first one comes. @throws what fails that message alone. */
  begin(): SpooledValues;
}

/** The streamed values of one message. */
export interface SpooledValues {
  /**
   * Begins a value; those before it were finished.
   *
   * @param most bytes that it may have, where that is known: what need not be, is not taken for it.
   */
  open(most?: number): Intake;
  /**
   * Forgets all values that nobody has moved away; never rejects. To be called in the end, whatever happens; may be called
   * twice. A promise says when their room is free.
   */
  discard(): Promise<void> | undefined;
  /** Leaves all values to whoever has them, each to go when nobody refers to it any more. Nothing is called after it. */
  keep(): void;
}

/** Takes in one value. Bytes go straight into its memory: into `room`, then `advance` says how many. */
export interface Intake {
  /**
   * Where the next bytes go. It is another one after `advance`. Its length is a multiple of three, and not 0, while all
   * that was taken were such multiples.
   */
  readonly room: Uint8Array;
  /**
   * Takes so many bytes of `room`. Answers a promise where `room` is to be waited for.
   *
   * @throws {SpoolFull} where there is no room for them; {Error} what the platform says where they cannot be kept for
   * another reason. So may the promise.
   */
  advance(bytes: number): Promise<void> | undefined;
  /** The whole value. @throws {Error} as `advance`. */
  finish(): Blob | Promise<Blob>;
}

/** There is no room for more streamed bytes now. */
export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
}

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
