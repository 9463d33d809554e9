import { encodeUtf8, utf8Length } from '#bytes';
import type { MessageStream, PieceSource } from './message-stream.ts';

/** The longest piece of a message in bytes. */
const PIECE = 256 * 1024;

/** A complete message, whose length is known before it is sent. */
export interface EncodedMessage extends PieceSource {
  /** The message; undefined when it holds binary values. */
  readonly text: string | undefined;
  /** Whether its Blobs hold more than 64 KiB, so that it is sent in pieces. */
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

/** Text, or a binary value that is encoded as base64 when the message is sent. */
export type Segment = string | Uint8Array | Blob;

/** Builds a message with binary values. A parameter of the writer, so that only codecs with binary values need it. */
export type BinaryEncoder = (segments: readonly Segment[], text: string) => EncodedMessage;

/** A message without binary values. */
export function textMessage(text: string): EncodedMessage {
  return new TextMessage(text);
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

  async *pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    const bytes = this.bytes();
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
  }
}
