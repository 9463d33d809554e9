import { decodeBase64 } from '#bytes';
import { base64Reasons } from '../bytes/base64.ts';
import { isWhite } from '../xml/chars.ts';
import { malformed } from './mime-error.ts';

/** Decodes the content of a part, which arrives in pieces. */
export interface TransferDecoder {
  /** The decoded bytes of the next piece, valid until the piece changes. */
  decode(piece: Uint8Array): Uint8Array;
  /** The bytes that were held back. */
  end(): Uint8Array;
}

const nothing = new Uint8Array(0);

const identity: TransferDecoder = { decode: (piece) => piece, end: () => nothing };

/**
 * @param name of the Content-Transfer-Encoding (RFC 2045, 6); undefined without one.
 * @throws {XmlError} for an unknown one.
 */
export function transferDecoder(name: string | undefined): TransferDecoder {
  switch (name?.trim().toLowerCase()) {
    case undefined:
    case '':
    case '7bit':
    case '8bit':
    case 'binary':
      return identity;
    case 'base64':
      return new Base64Transfer();
    case 'quoted-printable':
      return new QuotedPrintable();
    default:
      throw malformed('a part has an unknown Content-Transfer-Encoding');
  }
}

class Base64Transfer implements TransferDecoder {
  /** Digits of a group that is not complete. */
  #held: number[] = [];
  #isPadded = false;

  decode(piece: Uint8Array): Uint8Array {
    const digits = new Uint8Array(this.#held.length + piece.length);
    digits.set(this.#held);
    let length = this.#held.length;
    for (const byte of piece) if (!isWhite(byte)) digits[length++] = byte;
    if (length === 0) return nothing;
    if (this.#isPadded) throw malformed('base64 goes on after its padding');
    const whole = length - (length % 4);
    this.#held = [...digits.subarray(whole, length)];
    this.#isPadded = digits[whole - 1] === EQUALS;
    return decoded(digits, whole);
  }

  end(): Uint8Array {
    return decoded(Uint8Array.from(this.#held), this.#held.length);
  }
}

function decoded(digits: Uint8Array, length: number): Uint8Array {
  const bytes = decodeBase64(digits, 0, length);
  if (typeof bytes === 'string') throw malformed(`a part is not valid base64: ${base64Reasons[bytes]}`);
  return bytes;
}

const [TAB, LF, CR, SPACE, EQUALS] = [9, 10, 13, 32, 0x3d];

/** RFC 2045, 6.7. */
class QuotedPrintable implements TransferDecoder {
  /** From an `=` on, or white space that may end a line. */
  #held: number[] = [];

  decode(piece: Uint8Array): Uint8Array {
    const out = new Uint8Array(this.#held.length + piece.length);
    let length = 0;
    for (const byte of piece) {
      const [first] = this.#held;
      if (first === EQUALS) {
        this.#held.push(byte);
        const code = this.#escaped();
        if (code === undefined) continue;
        this.#held = [];
        if (code >= 0) out[length++] = code;
        continue;
      }
      if (byte === SPACE || byte === TAB) {
        this.#held.push(byte);
        continue;
      }
      // White space at the end of a line was added on the way.
      if (byte !== CR && byte !== LF) for (const white of this.#held) out[length++] = white;
      this.#held = [];
      if (byte === EQUALS) this.#held.push(byte);
      else out[length++] = byte;
    }
    return out.subarray(0, length);
  }

  end(): Uint8Array {
    if (this.#held[0] === EQUALS && this.#held.length > 1) throw malformed('a part ends in an escape');
    return nothing;
  }

  /** The escaped byte; -1 for a line break that does not count; undefined when more bytes are needed. */
  #escaped(): number | undefined {
    const text = String.fromCharCode(...this.#held.slice(1));
    if (/^[ \t]*\r?\n$/.test(text)) return -1;
    if (/^[0-9A-Fa-f]{2}$/.test(text)) return Number.parseInt(text, 16);
    if (/^(?:[ \t]*\r?|[0-9A-Fa-f])$/.test(text) && text.length < 80) return undefined;
    throw malformed('a part is not valid quoted-printable');
  }
}
