import { encodeUtf8, utf8Length } from '#bytes';
import { joinedPieces } from '../bytes/byte-pieces.ts';
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
  /** The message with its binary values; undefined for one without. */
  readonly segments?: readonly Segment[] | undefined;
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
  if (segments.length === 0) return new TextMessage(noParts, text);
  const parts = segments.flatMap((segment) => (segment instanceof TextPart ? [segment.bytes] : []));
  return new TextMessage(parts, text);
}

const noParts: readonly Uint8Array[] = [];

class TextMessage implements EncodedMessage {
  readonly text: string | undefined;
  readonly byteLength: number;
  readonly isLarge: boolean;
  readonly isRepeatable = true;
  /** Of a long message, in UTF-8 already. */
  readonly #parts: readonly Uint8Array[];
  /** After them. */
  readonly #end: string;

  constructor(parts: readonly Uint8Array[], end: string) {
    this.#parts = parts;
    this.#end = end;
    this.text = parts.length === 0 ? end : undefined;
    this.byteLength = parts.reduce((sum, { length }) => sum + length, utf8Length(end));
    this.isLarge = this.byteLength > LARGE;
  }

  bytes(): Uint8Array {
    if (this.#parts.length === 0) return encodeUtf8(this.#end);
    return joinedPieces(this.#all(), this.byteLength);
  }

  pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    return inPieces(this.#all());
  }

  #all(): readonly Uint8Array[] {
    return [...this.#parts, encodeUtf8(this.#end)];
  }
}

/** Parts of a message in pieces of at most 256 KiB. */
export async function* inPieces(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const part of parts) for (let at = 0; at < part.length; at += PIECE) yield part.subarray(at, at + PIECE);
}
