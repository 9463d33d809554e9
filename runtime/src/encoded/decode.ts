import type { SimpleType } from '../types/simple-type.ts';
import { readValue } from '../types/typed-value.ts';
import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { readNil } from '../xml/content.ts';
import type { XmlReader } from '../xml/reader.ts';

/** Reads the content of an element through its end tag: a function, or a simple type. */
export type Decoder<Value> = ((reader: XmlReader) => Value) | SimpleType<Value>;

/** Reads the open element, which is not a reference. @throws {XmlError} `nil` for a nil one that cannot be nil. */
export function decodeElement<Value>(reader: XmlBytesReader, decoder: Decoder<Value>, nullable: boolean): Value | null {
  const { elements } = reader;
  if (!elements.attributes.isNil()) return decode(reader, decoder);
  if (!nullable) throw isNil(reader);
  readNil(elements);
  return null;
}

export function isNil({ lexer }: XmlBytesReader): Error {
  return lexer.about('nil', 'it cannot be nil');
}

export function decode<Value>(reader: XmlBytesReader, decoder: Decoder<Value>): Value {
  return typeof decoder === 'function' ? decoder(reader) : readValue(reader, decoder);
}
