import { malformed } from './mime-error.ts';
import { MultipartParser } from './multipart-parser.ts';
import { type PartOptions, withPartDefaults } from './part-options.ts';
import { envelopeType, relatedType } from './related-type.ts';

/** A part of a message that is in memory. */
export interface WholePart {
  /** Content-ID without angle brackets; undefined without one. */
  readonly id: string | undefined;
  readonly contentType: string | undefined;
  readonly content: Uint8Array;
}

/** A multipart/related message that is in memory. */
export interface WholeMessage {
  readonly root: Uint8Array;
  /** Content-Type of the envelope in the root. */
  readonly contentType: string;
  /** Without the root. */
  readonly parts: readonly WholePart[];
}

/**
 * Takes a multipart/related message apart that is in memory as a whole (RFC 2387).
 *
 * @param contentType of the message; undefined is returned for another type.
 * @throws {XmlError} `ill-formed` or `limit`.
 */
export function wholeParts(
  contentType: string | undefined,
  body: Uint8Array,
  options?: PartOptions,
): WholeMessage | undefined {
  const type = relatedType(contentType);
  if (type === undefined) return undefined;
  const parts: WholePart[] = [];
  const parser = new MultipartParser(type.boundary, withPartDefaults(options), ({ id, contentType: own }) => {
    const pieces: Uint8Array[] = [];
    return {
      write(piece) {
        pieces.push(piece);
        return undefined;
      },
      end() {
        parts.push({ id, contentType: own, content: joined(pieces) });
        return undefined;
      },
    };
  });
  parser.add(body);
  parser.end();
  const root = type.start === undefined ? parts[0] : parts.find(({ id }) => id === type.start);
  if (root === undefined) throw malformed('its root is missing');
  const others = parts.filter((part) => part !== root);
  return { root: root.content, contentType: envelopeType(root.contentType, type), parts: others };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
