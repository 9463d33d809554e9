import { isSourceBlob } from '../blob/source-blob.ts';
import { gather } from '../bytes/byte-pieces.ts';
import { segmentLength, writeSegments } from './bytes-message.ts';
import type { EncodedMessage, Segment } from './encoded-message.ts';
import { messagePieces } from './message-pieces.ts';
import { MessageStream } from './message-stream.ts';

/** Above this many bytes in Blobs a message is sent in pieces. */
const SMALL = 64 * 1024;

/** A message with Blobs, and perhaps bytes: the segments, and the text after them. */
export function binaryMessage(segments: readonly Segment[], text: string): EncodedMessage {
  return new BinaryMessage([...segments, text]);
}

class BinaryMessage implements EncodedMessage {
  readonly text: undefined;
  readonly byteLength: number;
  readonly isLarge: boolean;
  readonly isRepeatable: boolean;
  readonly segments: readonly Segment[];

  constructor(segments: readonly Segment[]) {
    this.segments = segments;
    let length = 0;
    let inBlobs = 0;
    let isRepeatable = true;
    for (const segment of segments) {
      length += segmentLength(segment);
      if (!(segment instanceof Blob)) continue;
      inBlobs += segment.size;
      if (isSourceBlob(segment) && !segment.isRepeatable) isRepeatable = false;
    }
    this.byteLength = length;
    this.isLarge = inBlobs > SMALL;
    this.isRepeatable = isRepeatable;
  }

  bytes(): Uint8Array | Promise<Uint8Array> {
    const target = new Uint8Array(this.byteLength);
    return writeSegments(this.segments, target) ? target : gather(this.pieces(), target);
  }

  stream(onError?: (error: unknown) => void): Promise<MessageStream> {
    return MessageStream.open(this, onError);
  }

  pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    return messagePieces(this.segments, this.byteLength);
  }
}
