import { decodeBase64, encodeBase64, encodeUtf8 } from '#bytes';
import { base64Reasons } from '../bytes/base64.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

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

/** The same as an object, for types that are made of it. */
export const base64Binary: SimpleType<Uint8Array> = {
  name: 'base64Binary',
  parse(text) {
    const data = encodeUtf8(text);
    const bytes = decodeBase64(data, 0, data.length);
    if (typeof bytes === 'string') throw new ValueError(base64Reasons[bytes]);
    return bytes;
  },
  print(value) {
    if (!(value instanceof Uint8Array)) throw new ValueError('it must be a Uint8Array');
    return encodeBase64(value);
  },
};
