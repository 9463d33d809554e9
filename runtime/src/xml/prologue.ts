/** An element that was open when a prologue ended: where its name stands, and what its start tag declares. */
export interface OpenedElement {
  readonly start: number;
  readonly colon: number;
  readonly end: number;
  /** Prefixes and namespaces in turn. */
  readonly declarations: readonly string[];
}

/** What a message begins with, through the start tag of the body's element, and what reading it has made. */
export interface Prologue {
  readonly bytes: Uint8Array;
  /** Whether the whole message was ASCII, which the encoding that is declared may hang on. */
  readonly ascii: boolean;
  /** The `charset` parameter of the Content-Type: without one the encoding that is declared is judged. */
  readonly charset: string | undefined;
  /** What it was read for: the version of SOAP. */
  readonly purpose: unknown;
  readonly opened: readonly OpenedElement[];
}

/** Longer ones are not kept. */
export const LONGEST_PROLOGUE = 1024;

/** How many are kept: clients of one kind send the same bytes again and again, for each operation others. */
const MOST = 8;

/**
 * The prologues that were read last. What stands there decides alone what reading it makes, and whether it is right: where
 * the same bytes come again, read under the same limits, they need not be read again.
 */
export class Prologues {
  readonly #cached: Prologue[] = [];
  #next = 0;

  /** The one that a message begins with, byte for byte. */
  find(data: Uint8Array, about: Pick<Prologue, 'ascii' | 'charset' | 'purpose'>): Prologue | undefined {
    const { ascii, charset, purpose } = about;
    for (const prologue of this.#cached) {
      if (prologue.ascii !== ascii || prologue.purpose !== purpose || prologue.charset !== charset) continue;
      if (beginsWith(data, prologue.bytes)) return prologue;
    }
    return undefined;
  }

  add(prologue: Prologue): void {
    this.#cached[this.#next] = prologue;
    this.#next = (this.#next + 1) % MOST;
  }
}

/** The end is looked at first: there stands what tells one operation from another. */
function beginsWith(data: Uint8Array, bytes: Uint8Array): boolean {
  if (data.length < bytes.length) return false;
  for (let at = bytes.length - 1; at >= 0; at--) if (data[at] !== bytes[at]) return false;
  return true;
}
