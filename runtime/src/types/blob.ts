import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';

/** xs:base64Binary of a streamed field, as strict as `readBase64`. @throws {XmlError} `value`. */
export function readBlob(reader: XmlReader): Blob {
  return reader.blob();
}

/** The bytes are asked for when the message is sent. @throws {XmlError} `missing-element` or `value`. */
export function writeBlob(writer: XmlWriter, tag: Tag, value: Blob | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (!(value instanceof Blob)) throw writer.invalid(tag, 'base64Binary', 'it must be a Blob');
  writer.blob(tag, value);
}
