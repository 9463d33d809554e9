import { joinedPieces } from '../bytes/byte-pieces.ts';
import { limitMessage } from '../xml/limits.ts';
import { ClientError } from './client-error.ts';

/** The error for a response beyond the limit. */
export function responseTooLarge(limit: number, httpStatus: number): ClientError {
  return new ClientError(
    'too-large',
    `The response exceeds a limit: ${limitMessage('maxBodyBytes', { maxBodyBytes: limit })}.`,
    {
      httpStatus,
    },
  );
}

/** Collects the pieces of a response body up to a limit. */
export class LimitedBody {
  readonly #limit: number;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns false if the piece exceeds the limit; do not read the rest then. */
  add(piece: Uint8Array): boolean {
    this.#length += piece.byteLength;
    if (this.#length > this.#limit) return false;
    this.#pieces.push(piece);
    return true;
  }

  /** The complete body. A single piece is not copied. */
  bytes(): Uint8Array {
    const [first] = this.#pieces;
    return this.#pieces.length === 1 && first ? first : joinedPieces(this.#pieces, this.#length);
  }
}
