import { decodeUtf8 } from '#bytes';
import { GREATER } from './chars.ts';
import type { Declaration } from './scope.ts';

/** An element that is open at the end of a prologue: the offsets of its name, and the declarations inside of it. */
export interface OpenedElement {
  readonly start: number;
  readonly colon: number;
  readonly end: number;
  /** The innermost declaration in scope after its start tag. */
  readonly innermost: Declaration | undefined;
}

/** A message through the start tag of the body's element, and the elements that are open there. */
export interface Prologue {
  readonly text: string;
  /** Number of its bytes. */
  readonly size: number;
  /** Whether the whole message was ASCII, which a declared encoding may require. */
  readonly ascii: boolean;
  /** The `charset` parameter of the Content-Type: without one the declared encoding is checked. */
  readonly charset: string | undefined;
  /** The version of SOAP that it was read as. */
  readonly purpose: unknown;
  readonly opened: readonly OpenedElement[];
  /** The attributes of the last start tag, as offsets. */
  readonly attributes: readonly number[];
}

/** Longer prologues are not cached. */
export const LONGEST_PROLOGUE = 1024;

/** Number of cached prologues: clients of one kind send the same bytes for each call of an operation. */
const MOST = 8;

/**
 * A cache of the last prologues. Equal bytes, read under equal limits, have an equal result, so that they are read once.
 */
export class Prologues {
  readonly #cached: Prologue[] = [];
  #next = 0;

  /** The prologue that a message begins with, byte for byte; undefined for a miss. */
  find(data: Uint8Array, about: Pick<Prologue, 'ascii' | 'charset' | 'purpose'>): Prologue | undefined {
    const { ascii, charset, purpose } = about;
    for (const prologue of this.#cached) {
      if (prologue.ascii !== ascii || prologue.purpose !== purpose || prologue.charset !== charset) continue;
      if (beginsWith(data, prologue)) return prologue;
    }
    return undefined;
  }

  add(prologue: Prologue): void {
    this.#cached[this.#next] = prologue;
    this.#next = (this.#next + 1) % MOST;
  }
}

/** Compares as text, which the platform does faster than bytes are compared here. */
function beginsWith(data: Uint8Array, { text, size }: Prologue): boolean {
  return data[size - 1] === GREATER && decodeUtf8(data, 0, size) === text;
}
