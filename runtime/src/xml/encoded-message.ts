import { encodeBase64Into, encodeUtf8, encodeUtf8Into, utf8Length } from '#bytes';
import { base64Length } from '../bytes/base64.ts';

/** How much of a Blob is in memory at once while it is encoded: a multiple of three bytes. */
const PIECE = 3 * 256 * 1024;

/** A message that was written, with its length known before anything is sent. */
export interface EncodedMessage {
  readonly byteLength: number;
  /** The whole message, when it holds no binary values; else undefined. */
  readonly text: string | undefined;
  /** The message in memory of its own; a promise only when it holds blobs. @throws {Error} when a blob is not as long as it says. */
  bytes(): Uint8Array | Promise<Uint8Array>;
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

  constructor(text: string) {
    this.text = text;
    this.byteLength = utf8Length(text);
  }

  bytes(): Uint8Array {
    return encodeUtf8(this.text);
  }
}

class BinaryMessage implements EncodedMessage {
  readonly text: undefined;
  readonly byteLength: number;
  readonly #segments: readonly Segment[];

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
    this.byteLength = segments.reduce((sum, segment) => sum + segmentLength(segment), 0);
  }

  bytes(): Uint8Array | Promise<Uint8Array> {
    const target = new Uint8Array(this.byteLength);
    let at = 0;
    const blobs: Promise<void>[] = [];
    for (const segment of this.#segments) {
      if (typeof segment === 'string') encodeUtf8Into(segment, target, at);
      else if (segment instanceof Uint8Array) encodeBase64Into(segment, target, at);
      else blobs.push(encodeBlobInto(segment, target, at));
      at += segmentLength(segment);
    }
    return blobs.length === 0 ? target : Promise.all(blobs).then(() => target);
  }
}

function segmentLength(segment: Segment): number {
  if (typeof segment === 'string') return utf8Length(segment);
  return base64Length(segment instanceof Uint8Array ? segment.length : segment.size);
}

async function encodeBlobInto(blob: Blob, target: Uint8Array, offset: number): Promise<void> {
  for (let at = 0; at < blob.size; at += PIECE) {
    const piece = new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer());
    if (piece.length !== Math.min(PIECE, blob.size - at))
      throw new Error('A Blob holds fewer bytes than its size says.');
    encodeBase64Into(piece, target, offset + base64Length(at));
  }
}
