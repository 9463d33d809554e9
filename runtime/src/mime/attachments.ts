import { BlobError } from '../blob/blob-error.ts';
import { SourceBlob } from '../blob/source-blob.ts';
import { binaryMessage } from '../xml/binary-message.ts';
import type { XmlReader } from '../xml/reader.ts';
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

/** Blobs that nothing in a message refers to, by a function of its reader. */
export const attachmentsOf: WeakMap<XmlReader, (parts: readonly string[]) => readonly (Blob | undefined)[]> =
  new WeakMap();

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
  const blobs = attachmentsOf.get(reader)?.(attached.map(({ part }) => part)) ?? [];
  const found = attached.flatMap(({ property }, index) =>
    blobs[index] === undefined ? [] : [[property, blobs[index]]],
  );
  return Object.assign(value, Object.fromEntries(found)) as Value & Attachments<Property>;
}
