import { encodeUtf8, utf8Length } from '#bytes';
import type { MessageStream, PieceSource } from './message-stream.ts';

/** The longest piece of a message in bytes. */
const PIECE = 256 * 1024;
/** Text of more bytes is sent in pieces. */
const LARGE = 1024 * 1024;

/** A complete message, whose length is known before it is sent. */
export interface EncodedMessage extends PieceSource {
  /** The message; undefined when it holds binary values, or is long. */
  readonly text: string | undefined;
  /** Whether its Blobs hold more than 64 KiB, or its text more than 1 MiB, so that it is sent in pieces. */
  readonly isLarge: boolean;
  /**
   * The message in a new buffer; a promise only when it holds Blobs.
   *
   * @throws {BlobError} when a Blob has another size than promised.
   */
  bytes(): Uint8Array | Promise<Uint8Array>;
  /**
   * Starts to read a message with binary values; undefined for any other.
   *
   * @param onError called with an error after the first piece, when part of the message may have been sent.
   * @throws {BlobError} as `bytes`, for errors in the first piece.
   */
  stream?(onError?: (error: unknown) => void): Promise<MessageStream>;
}

/** Text in UTF-8: the part of a long message that was written first. */
export class TextPart {
  readonly bytes: Uint8Array;

  constructor(text: string) {
    this.bytes = encodeUtf8(text);
  }
}

/** Text, or a binary value that is encoded as base64 when the message is sent. */
export type Segment = string | TextPart | Uint8Array | Blob;

/** Builds a message with binary values. A parameter of the writer, so that only codecs with binary values need it. */
export type BinaryEncoder = (segments: readonly Segment[], text: string) => EncodedMessage;

/** A message without binary values. @param segments of a long one, before `text`; all are `TextPart`s. */
export function textMessage(segments: readonly Segment[], text: string): EncodedMessage {
  return segments.length === 0 ? new TextMessage(text) : new LongTextMessage([...segments, new TextPart(text)]);
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
    return piecesOf([this.bytes()]);
  }
}

/** Text that is in UTF-8 already. */
class LongTextMessage implements EncodedMessage {
  readonly text: undefined;
  readonly byteLength: number;
  readonly isLarge: boolean;
  readonly isRepeatable = true;
  readonly #parts: Uint8Array[] = [];

  constructor(segments: readonly Segment[]) {
    let length = 0;
    for (const segment of segments) {
      if (!(segment instanceof TextPart)) throw new TypeError('A binary value needs an encoder.');
      this.#parts.push(segment.bytes);
      length += segment.bytes.length;
    }
    this.byteLength = length;
    this.isLarge = length > LARGE;
  }

  bytes(): Uint8Array {
    const target = new Uint8Array(this.byteLength);
    let at = 0;
    for (const part of this.#parts) {
      target.set(part, at);
      at += part.length;
    }
    return target;
  }

  pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    return piecesOf(this.#parts);
  }
}

async function* piecesOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE) yield part.subarray(at, at + PIECE);
  }
}
