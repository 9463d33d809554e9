import { joinedPieces } from '../../bytes/byte-pieces.ts';

/** Bytes of a body that are read. */
const KEPT = 256 * 1024;

/** The beginning of a body. */
export interface CapturedBody {
  readonly bytes: Uint8Array;
  /** Bytes of the whole body. */
  readonly length: number;
}

/** The beginning of a body in memory. */
export function beginning(body: Uint8Array): CapturedBody {
  return { bytes: body.subarray(0, KEPT), length: body.length };
}

/** The beginning of a body that arrives in pieces. */
export class CapturedStart {
  /** Whether the body came in pieces. */
  isUsed = false;
  /** Bytes of the pieces, or of the whole body if that is known. */
  length = 0;
  #pieces: Uint8Array[] = [];
  #kept = 0;

  add(piece: Uint8Array): void {
    this.length += piece.length;
    if (this.#kept >= KEPT) return;
    // A copy: the sender uses its buffer again.
    const kept = piece.slice(0, KEPT - this.#kept);
    this.#pieces.push(kept);
    this.#kept += kept.length;
  }

  clear(): void {
    this.#pieces = [];
    this.#kept = 0;
    this.length = 0;
  }

  captured(): CapturedBody {
    return { bytes: joinedPieces(this.#pieces, this.#kept), length: this.length };
  }
}
