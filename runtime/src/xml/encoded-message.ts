import { encodeBase64Into, encodeUtf8, encodeUtf8Into, utf8Length } from '#bytes';
import { SourceBlob } from '../blob/source-blob.ts';
import { base64Length } from '../bytes/base64.ts';
import { messagePieces } from './message-pieces.ts';

/** Blobs of more bytes than this together are not brought into memory to be sent. */
const SMALL = 64 * 1024;

/** A message that was written, with its length known before anything is sent. */
export interface EncodedMessage {
  readonly byteLength: number;
  /** The whole message, when it holds no binary values; else undefined. */
  readonly text: string | undefined;
  /** Its Blobs hold more than 64 KiB: it is to be sent in pieces. */
  readonly isLarge: boolean;
  /** Whether `bytes` and `pieces` can be called again. */
  readonly isRepeatable: boolean;
  /**
   * The message in memory of its own; a promise only when it holds blobs.
   *
   * @throws {BlobError} when a Blob does not hold what it says.
   */
  bytes(): Uint8Array | Promise<Uint8Array>;
  /**
   * The message in pieces of at most 256 KiB, of which one is in memory at a time: each is valid until the next one is
   * asked for. The last one comes only when every Blob has held what it says.
   *
   * @throws {BlobError} as `bytes`; with the first piece what can be known then.
   */
  pieces(): AsyncGenerator<Uint8Array, void, undefined>;
}

/** Text, or a binary value that becomes base64 when the message is sent. */
export type Segment = string | Uint8Array | Blob;

/** The message that segments make, and the text behind them. */
export function encodedMessage(segments: readonly Segment[], text: string): EncodedMessage {
  return segments.length === 0 ? new TextMessage(text) : new BinaryMessage([...segments, text]);
}

class TextMessage implements EncodedMessage {
  readonly text: string;
  readonly byteLength: number;
  readonly isLarge = false;
  readonly isRepeatable = true;

  constructor(text: string) {
    this.text = text;
    this.byteLength = utf8Length(text);
  }

  bytes(): Uint8Array {
    return encodeUtf8(this.text);
  }

  pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    return messagePieces([this.text], this.byteLength);
  }
}

class BinaryMessage implements EncodedMessage {
  readonly text: undefined;
  readonly byteLength: number;
  readonly isLarge: boolean;
  readonly isRepeatable: boolean;
  readonly #segments: readonly Segment[];

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
    let length = 0;
    let inBlobs = 0;
    let isRepeatable = true;
    for (const segment of segments) {
      length += segmentLength(segment);
      if (typeof segment === 'string' || segment instanceof Uint8Array) continue;
      inBlobs += segment.size;
      if (segment instanceof SourceBlob && !segment.isRepeatable) isRepeatable = false;
    }
    this.byteLength = length;
    this.isLarge = inBlobs > SMALL;
    this.isRepeatable = isRepeatable;
  }

  bytes(): Uint8Array | Promise<Uint8Array> {
    const target = new Uint8Array(this.byteLength);
    let at = 0;
    for (const segment of this.#segments) {
      if (typeof segment === 'string') encodeUtf8Into(segment, target, at);
      else if (segment instanceof Uint8Array) encodeBase64Into(segment, target, at);
      else return this.#gather(target);
      at += segmentLength(segment);
    }
    return target;
  }

  pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    return messagePieces(this.#segments, this.byteLength);
  }

  async #gather(target: Uint8Array): Promise<Uint8Array> {
    let at = 0;
    for await (const piece of this.pieces()) {
      target.set(piece, at);
      at += piece.length;
    }
    return target;
  }
}

function segmentLength(segment: Segment): number {
  if (typeof segment === 'string') return utf8Length(segment);
  return base64Length(segment instanceof Uint8Array ? segment.length : segment.size);
}
