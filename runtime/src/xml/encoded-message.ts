import { encodeUtf8, utf8Length } from '#bytes';
import type { MessageStream } from './message-stream.ts';

/** The longest piece of a message in bytes. */
const PIECE = 256 * 1024;

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
  /**
   * Starts to read a message with binary values; undefined for any other.
   *
   * @param onError called with an error after the first piece, when part of the message may have been sent.
   * @throws {BlobError} as `bytes`, for errors in the first piece.
   */
  stream?(onError?: (error: unknown) => void): Promise<MessageStream>;
}

/** Text, or a binary value that becomes base64 when the message is sent. */
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
