import { joinedPieces } from '../bytes/byte-pieces.ts';

/** Bytes that arrive in pieces, which are copied. */
export class Pieces {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  add(piece: Uint8Array): undefined {
    // A Buffer would not copy its bytes by `slice`.
    this.#pieces.push(new Uint8Array(piece));
    this.#length += piece.length;
  }

  whole(): Uint8Array {
    const [first] = this.#pieces;
    return this.#pieces.length === 1 && first ? first : joinedPieces(this.#pieces, this.#length);
  }
}
