import { blobOfBytes, decodeAscii, decodeBase64, encodeBase64, encodeUtf8 } from '#bytes';
import { base64Reasons } from '../bytes/base64.ts';
import { binaryMessage } from '../xml/binary-message.ts';
import { readBytes, readBlob as readStreamed } from '../xml/binary-reader.ts';
import { bytesMessage } from '../xml/bytes-message.ts';
import { collapse } from '../xml/chars.ts';
import type { Base64Decoder, BlobDecoder, XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

const strictBase64: Base64Decoder = { decode: decodeBase64, reasons: base64Reasons, readBytes };
const strictBlob: BlobDecoder = { ...strictBase64, blobOf: blobOfBytes, readBlob: readStreamed };
const NO_BYTES = 'it must be a Uint8Array';
const HEX_DIGITS = '0123456789ABCDEF';

/**
 * Reads xs:base64Binary into a buffer of its own: strict, but white space is allowed (rule R4).
 *
 * @throws {XmlError} `value`.
 */
export function readBase64(reader: XmlReader): Uint8Array {
  return reader.base64(strictBase64);
}

/**
 * Writes xs:base64Binary. The bytes are encoded when the message is sent: do not change them before.
 *
 * @throws {XmlError} `missing-element` or `value`.
 */
export function writeBase64(writer: XmlWriter, tag: Tag, value: Uint8Array | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (!(value instanceof Uint8Array)) throw writer.invalid(tag, 'base64Binary', NO_BYTES);
  writer.base64(tag, value, bytesMessage);
}

/** Reads xs:base64Binary of a streamed field, as strictly as `readBase64`. @throws {XmlError} `value`. */
export function readBlob(reader: XmlReader): Blob {
  return reader.blob(strictBlob);
}

/** Writes xs:base64Binary. The Blob is read when the message is sent. @throws {XmlError} `missing-element` or `value`. */
export function writeBlob(writer: XmlWriter, tag: Tag, value: Blob | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (!(value instanceof Blob)) throw writer.invalid(tag, 'base64Binary', 'it must be a Blob');
  writer.blob(tag, value, binaryMessage);
}

/** Writes xs:base64Binary as the content of the open element, whose start tag is complete. @throws {XmlError} `value`. */
export function writeBlobContent(writer: XmlWriter, value: Blob | undefined): void {
  if (!(value instanceof Blob)) throw writer.invalidContent('base64Binary', 'it must be a Blob');
  writer.blobContent(value, binaryMessage);
}

/** xs:base64Binary as a type: for lists, unions and restrictions. */
export const base64Binary: SimpleType<Uint8Array> = {
  name: 'base64Binary',
  parse(text) {
    const data = encodeUtf8(text);
    const bytes = decodeBase64(data, 0, data.length);
    if (typeof bytes === 'string') throw new ValueError(base64Reasons[bytes]);
    return bytes;
  },
  print(value) {
    if (!(value instanceof Uint8Array)) throw new ValueError(NO_BYTES);
    return encodeBase64(value);
  },
};

/** xs:hexBinary: two digits a byte, printed in capitals (XML Schema part 2, 3.2.15). */
export const hexBinary: SimpleType<Uint8Array> = {
  name: 'hexBinary',
  parse(text) {
    const value = collapse(text);
    if (value.length % 2 !== 0) throw new ValueError('it must have two digits for each byte');
    const bytes = new Uint8Array(value.length / 2);
    for (let at = 0; at < bytes.length; at++) {
      const high = nibble(value.charCodeAt(2 * at));
      const low = nibble(value.charCodeAt(2 * at + 1));
      if (high < 0 || low < 0) throw new ValueError('it may hold hexadecimal digits only');
      bytes[at] = high * 16 + low;
    }
    return bytes;
  },
  print(value) {
    if (!(value instanceof Uint8Array)) throw new ValueError(NO_BYTES);
    // Concatenating strings would build a rope, which takes many times the memory of the text.
    const text = new Uint8Array(2 * value.length);
    for (let at = 0; at < value.length; at++) {
      const byte = value[at] as number;
      text[2 * at] = HEX_DIGITS.charCodeAt(byte >> 4);
      text[2 * at + 1] = HEX_DIGITS.charCodeAt(byte & 15);
    }
    return decodeAscii(text, 0, text.length);
  },
};

function nibble(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (code >= 0x41 && code <= 0x46) return code - 0x41 + 10;
  if (code >= 0x61 && code <= 0x66) return code - 0x61 + 10;
  return -1;
}
