import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';

/** xs:base64Binary in memory of its own: strict, white space allowed (rule R4). @throws {XmlError} `value`. */
export function readBase64(reader: XmlReader): Uint8Array {
  return reader.base64();
}

/** The bytes are taken when the message is sent: do not change them before. @throws {XmlError} `missing-element` or `value`. */
export function writeBase64(writer: XmlWriter, tag: Tag, value: Uint8Array | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (!(value instanceof Uint8Array)) throw writer.invalid(tag, 'base64Binary', 'it must be a Uint8Array');
  writer.base64(tag, value);
}
