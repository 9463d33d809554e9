import { BlobError } from '../blob/blob-error.ts';
import { SourceBlob } from '../blob/source-blob.ts';
import { readString } from '../types/text-types.ts';
import { binaryMessage } from '../xml/binary-message.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';

/** A part of a message that is a MIME part beside the envelope (WSDL 1.1, 5). */
export interface Attached<Property extends string = string> {
  /** Name of the part of the message. */
  readonly part: string;
  readonly property: Property;
  /** Content-Type of a Blob without a type; undefined: any. */
  readonly type?: string | undefined;
}

export type Attachments<Property extends string> = { readonly [name in Property]?: Blob | undefined };

/** A Blob that is sent as a part of its own: nowhere in the envelope. */
export class AttachedBlob extends SourceBlob {
  readonly content: Blob;
  /** Name of the part of the message. */
  readonly part: string;

  constructor(content: Blob, part: string) {
    super(content.size, content.type);
    this.content = content;
    this.part = part;
  }

  /** @throws {BlobError} An envelope cannot hold it. */
  override pieces(): AsyncIterable<Uint8Array> {
    throw new BlobError('no-parts', `The attachment ${this.part} needs the option multipart: mtom().`);
  }
}

/** A Blob that is sent as a part of its own, to which the text of an element refers (WS-I Attachments Profile 1.0, 4.4). */
export class ReferredBlob extends AttachedBlob {}

/** The parts of a message that is read. */
export interface MessageAttachments {
  /** Those that nothing refers to, for names of attachments. */
  unreferenced(parts: readonly string[]): readonly (Blob | undefined)[];
  /** The part that a URI refers to. @throws {XmlError} `value` */
  referenced(uri: string): Blob;
  /** Its bytes; none while they are loaded, after which the message is read again. @throws {XmlError} `value` */
  bytes(uri: string): Uint8Array;
}

/** By the readers of their messages. */
export const attachmentsOf: WeakMap<XmlReader, MessageAttachments> = new WeakMap();

/**
 * Writes the attachments of a message, which are properties of the object with the fields of its body.
 *
 * @throws {XmlError} `value` for a property that is not a Blob.
 */
export function writeAttached<Property extends string>(
  writer: XmlWriter,
  value: Attachments<Property>,
  attached: readonly Attached<Property>[],
): void {
  for (const { part, property, type = '' } of attached) {
    const blob: unknown = value[property];
    if (blob === undefined) continue;
    if (!(blob instanceof Blob)) throw writer.wrong(property, 'an attachment must be a Blob');
    const typed = blob.type === '' && type !== '' ? blob.slice(0, blob.size, type) : blob;
    writer.blobContent(new AttachedBlob(typed, part), binaryMessage);
  }
}

/** Adds the attachments of a message to the object with the fields of its body. @param reader has read the body. */
export function readAttached<Value extends object, Property extends string>(
  reader: XmlReader,
  value: Value,
  attached: readonly Attached<Property>[],
): Value & Attachments<Property> {
  const blobs = attachmentsOf.get(reader)?.unreferenced(attached.map(({ part }) => part)) ?? [];
  const found = attached.flatMap(({ property }, index) =>
    blobs[index] === undefined ? [] : [[property, blobs[index]]],
  );
  return Object.assign(value, Object.fromEntries(found)) as Value & Attachments<Property>;
}

/** Reads a reference to an attachment (`swaRef`). @throws {XmlError} `value` if the message does not have it. */
export function readReference(reader: XmlReader): Blob {
  const uri = readString(reader).trim();
  const attachments = attachmentsOf.get(reader);
  if (attachments === undefined) throw reader.invalid('swaRef', 'the message has no parts');
  return attachments.referenced(uri);
}

/** Writes a reference to an attachment. The Blob is read when the message is sent. @throws {XmlError} `missing-element` or `value`. */
export function writeReference(writer: XmlWriter, tag: Tag, value: Blob | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (!(value instanceof Blob)) throw writer.invalid(tag, 'swaRef', 'it must be a Blob');
  writer.blob(tag, new ReferredBlob(value, tag.local), binaryMessage);
}

/** Writes a reference as content of the open element. @param part names the attachment in errors. */
export function writeReferenceContent(writer: XmlWriter, value: Blob, part: string): void {
  writer.blobContent(new ReferredBlob(value, part), binaryMessage);
}

/** The parts of a message by their Content-IDs, for codecs without generated code. */
export interface MessageParts {
  /**
   * The bytes of a part. They may be empty in a message that is then read again.
   *
   * @throws {XmlError} `value` if the message does not have the part, or refers to it twice.
   */
  get(id: string): Uint8Array;
}

/** The parts of the message that a reader reads; undefined for a message without parts. */
export function messageParts(reader: XmlReader): MessageParts | undefined {
  const attachments = attachmentsOf.get(reader);
  return attachments && { get: (id) => attachments.bytes(`cid:${id}`) };
}
