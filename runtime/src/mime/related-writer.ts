import { encodeUtf8 } from '#bytes';
import { blobPieces } from '../blob/blob-pieces.ts';
import { isSourceBlob } from '../blob/source-blob.ts';
import { gather } from '../bytes/byte-pieces.ts';
import type { Version } from '../soap/version.ts';
import { segmentLength } from '../xml/bytes-message.ts';
import { type EncodedMessage, inPieces, type Segment, TextPart } from '../xml/encoded-message.ts';
import { messagePieces } from '../xml/message-pieces.ts';
import { MessageStream } from '../xml/message-stream.ts';
import { AttachedBlob, ReferredBlob } from './attachments.ts';
import { contentTypeOf } from './part-types.ts';
import { relatedFrame } from './related-frame.ts';

export interface RelatedOptions {
  /** Whether binary values are in parts (XOP); otherwise attachments alone are. */
  readonly isXop: boolean;
  /** Values of fewer bytes stay in the envelope. */
  readonly threshold: number;
  /** Whether a message without parts is sent as multipart with XOP, too. */
  readonly always: boolean;
  /** SOAP 1.2: the action, where it is named. */
  readonly action: string | undefined;
  /** A new name: no content has it. */
  readonly unique: () => string;
}

/** A message as it is sent. */
export interface SentMessage {
  readonly message: EncodedMessage;
  readonly contentType: string;
}

type Value = Uint8Array | Blob;

/**
 * The message with its large binary values in parts of their own (XOP 1.0, SOAP 1.2 MTOM, SOAP 1.1 Binding for MTOM), and
 * with its attachments (SOAP Messages with Attachments; WS-I Attachments Profile 1.0).
 *
 * @returns undefined when all of it stays in the envelope.
 */
export function relatedMessage(
  message: EncodedMessage,
  version: Version,
  { isXop, threshold, always, action, unique }: RelatedOptions,
): SentMessage | undefined {
  if (!isXop && message.segments?.some((segment) => segment instanceof AttachedBlob) !== true) return undefined;
  const parts: { readonly id: string; readonly value: Value }[] = [];
  const host = `${unique()}@soap`;
  let includes = isXop && always;
  const root = message.segments?.map((segment): Segment => {
    if (segment instanceof ReferredBlob) {
      const id = `${parts.length + 1}.${host}`;
      parts.push({ id, value: segment.content });
      return `cid:${id}`;
    }
    if (segment instanceof AttachedBlob) {
      parts.push({ id: `${encodeURIComponent(segment.part)}=${parts.length + 1}.${host}`, value: segment.content });
      return '';
    }
    const size = segment instanceof Uint8Array ? segment.length : segment instanceof Blob ? segment.size : 0;
    const isSmall = size === 0 || size < threshold;
    if (!isXop || isSmall || typeof segment === 'string' || segment instanceof TextPart) return segment;
    const id = `${parts.length + 1}.${host}`;
    parts.push({ id, value: segment });
    includes = true;
    return `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/>`;
  });
  if (parts.length === 0 && !includes) return undefined;
  const frame = relatedFrame(version, {
    boundary: `uuid:${unique()}`,
    start: `root.${host}`,
    isXop: includes,
    action,
  });
  const contents: Content[] = [
    text(frame.rootHead),
    root === undefined ? { message, length: message.byteLength } : { segments: root, length: lengthOf(root) },
    ...parts.flatMap(({ id, value }) => [
      text(frame.partHead(contentTypeOf(value), id)),
      { value, length: value instanceof Blob ? value.size : value.length },
    ]),
    text(frame.end),
  ];
  return { message: new RelatedParts(contents), contentType: frame.contentType };
}

function lengthOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + segmentLength(segment), 0);
}

/** The head of a part, an envelope without and with binary values, or the bytes of a part. */
type Content = { readonly length: number } & (
  | { readonly bytes: Uint8Array }
  | { readonly message: EncodedMessage }
  | { readonly segments: readonly Segment[] }
  | { readonly value: Value }
);

function text(value: string): Content {
  const bytes = encodeUtf8(value);
  return { bytes, length: bytes.length };
}

/** Above this many bytes a message is sent in pieces. */
const SMALL = 64 * 1024;

class RelatedParts implements EncodedMessage {
  readonly text: undefined;
  readonly byteLength: number;
  readonly isLarge: boolean;
  readonly isRepeatable: boolean;
  readonly #contents: readonly Content[];

  constructor(contents: readonly Content[]) {
    this.#contents = contents;
    this.byteLength = contents.reduce((sum, { length }) => sum + length, 0);
    this.isLarge = this.byteLength > SMALL;
    const values = contents.flatMap((content) => ('value' in content ? content.value : []));
    this.isRepeatable = values.every((value) => !(value instanceof Blob && isSourceBlob(value) && !value.isRepeatable));
  }

  bytes(): Promise<Uint8Array> {
    return gather(this.pieces(), new Uint8Array(this.byteLength));
  }

  stream(onError?: (error: unknown) => void): Promise<MessageStream> {
    return MessageStream.open(this, onError);
  }

  async *pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    for (const content of this.#contents) {
      if ('bytes' in content) yield content.bytes;
      else if ('message' in content) yield* content.message.pieces();
      else if ('segments' in content) yield* messagePieces(content.segments, content.length);
      else if (content.value instanceof Blob) yield* blobPieces(content.value);
      else yield* inPieces([content.value]);
    }
  }
}
