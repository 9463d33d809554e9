import { limitMessage } from '../xml/limits.ts';
import { ClientError } from './client-error.ts';

/** The error for an answer over the limit. */
export function tooLarge(limit: number, httpStatus: number): ClientError {
  return new ClientError(
    'too-large',
    `The answer is larger than is taken in: ${limitMessage('maxBodyBytes', limit)}.`,
    { httpStatus },
  );
}

/** Collects the pieces of an answer's body up to a limit. */
export class AnswerBody {
  readonly #limit: number;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False when the piece goes over the limit; the rest is then not to be read. */
  add(piece: Uint8Array): boolean {
    this.#length += piece.byteLength;
    if (this.#length > this.#limit) return false;
    this.#pieces.push(piece);
    return true;
  }

  /** All of it. One piece alone is not copied. */
  bytes(): Uint8Array {
    if (this.#pieces.length === 1) return this.#pieces[0] as Uint8Array;
    const whole = new Uint8Array(this.#length);
    let offset = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, offset);
      offset += piece.byteLength;
    }
    return whole;
  }
}
