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
    if (this.#pieces.length === 1) return this.#pieces[0] as Uint8Array;
    const whole = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}
