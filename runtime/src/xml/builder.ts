import { encodeBase64Into, encodeUtf8, encodeUtf8Into, utf8Length } from '#bytes';
import { base64Length } from '../bytes/base64.ts';
import { XmlError } from './error.ts';
import { escapeText } from './escape.ts';
import { XSI_NAMESPACE } from './scope.ts';
import type { Tag } from './tag.ts';
import type { XmlWriter } from './writer.ts';

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
type Segment = string | Uint8Array | Blob;

/** Writes a message as text; binary values stay bytes until the whole is known and go straight to their place then. */
export class XmlBuilder implements XmlWriter {
  #text: string;
  readonly #segments: Segment[] = [];
  readonly #open: Tag[] = [];

  /** @param start what the message begins with: an XML declaration, an envelope. */
  constructor(start = '') {
    this.#text = start;
  }

  /** Text as it stands. The caller answers for its being well-formed. */
  raw(text: string): void {
    this.#text += text;
  }

  open(tag: Tag): void {
    this.#open.push(tag);
    this.#text += tag.open;
  }

  close(tag: Tag): void {
    this.#open.pop();
    this.#text += tag.close;
  }

  text(tag: Tag, value: string): void {
    const escaped = escapeText(value);
    if (escaped === undefined) throw this.invalid(tag, 'string', 'it holds a character that XML 1.0 cannot carry');
    this.#text += tag.open + escaped + tag.close;
  }

  plain(tag: Tag, value: string): void {
    this.#text += tag.open + value + tag.close;
  }

  base64(tag: Tag, value: Uint8Array): void {
    this.#binary(tag, value);
  }

  blob(tag: Tag, value: Blob): void {
    this.#binary(tag, value);
  }

  nil(tag: Tag): void {
    this.#text += `${tag.open.slice(0, -1)} xmlns:xsi="${XSI_NAMESPACE}" xsi:nil="true"/>`;
  }

  invalid(tag: Tag, type: string, reason: string): XmlError {
    const path = this.#path(tag);
    return new XmlError('value', `${path}: not a valid ${type}: ${reason}`, path);
  }

  missing(tag: Tag): XmlError {
    const path = this.#path(tag);
    return new XmlError('missing-element', `${path}: this required element is missing`, path);
  }

  /** The message. The builder is not to be used after that. */
  finish(): EncodedMessage {
    if (this.#segments.length === 0) return new TextMessage(this.#text);
    return new BinaryMessage([...this.#segments, this.#text]);
  }

  #binary(tag: Tag, value: Uint8Array | Blob): void {
    this.#segments.push(this.#text + tag.open, value);
    this.#text = tag.close;
  }

  #path(tag: Tag): string {
    return [...this.#open, tag].map(({ local }) => local).join('/');
  }
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
