import { encodeBase64Into, encodeUtf8Into, utf8Length } from '#bytes';
import { base64Length } from '../bytes/base64.ts';
import { type EncodedMessage, inPieces, type Segment, TextPart } from './encoded-message.ts';

/** A message whose binary values are bytes: the segments, all without Blobs, and the text after them. */
export function bytesMessage(segments: readonly Segment[], text: string): EncodedMessage {
  return new BytesMessage([...segments, text]);
}

class BytesMessage implements EncodedMessage {
  readonly text: undefined;
  readonly byteLength: number;
  readonly isLarge = false;
  readonly isRepeatable = true;
  readonly segments: readonly Segment[];

  constructor(segments: readonly Segment[]) {
    this.segments = segments;
    this.byteLength = segments.reduce((sum, segment) => sum + segmentLength(segment), 0);
  }

  bytes(): Uint8Array {
    const target = new Uint8Array(this.byteLength);
    writeSegments(this.segments, target);
    return target;
  }

  pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    return inPieces([this.bytes()]);
  }
}

/** Bytes of a segment in the message. */
export function segmentLength(segment: Segment): number {
  if (typeof segment === 'string') return utf8Length(segment);
  if (segment instanceof TextPart) return segment.bytes.length;
  return base64Length(segment instanceof Uint8Array ? segment.length : segment.size);
}

/** Writes segments up to the first Blob. @returns whether it wrote all. */
export function writeSegments(segments: readonly Segment[], target: Uint8Array): boolean {
  let at = 0;
  for (const segment of segments) {
    if (typeof segment === 'string') encodeUtf8Into(segment, target, at);
    else if (segment instanceof TextPart) target.set(segment.bytes, at);
    else if (segment instanceof Uint8Array) encodeBase64Into(segment, target, at);
    else return false;
    at += segmentLength(segment);
  }
  return true;
}
