import { type OpenText, readOpen } from '../types/open-enumeration.ts';
import type { SimpleType } from '../types/simple-type.ts';
import type { XmlReader } from '../xml/reader.ts';

/** One decoder for each type: shared values are found by it. */
const decoders = new WeakMap<SimpleType<unknown>, (reader: XmlReader) => unknown>();

/** The decoder of an enumeration of texts. With a tolerant reader it returns any other text as it is. */
export function open<Value>(type: SimpleType<Value>): (reader: XmlReader) => Value | OpenText {
  const known = decoders.get(type) ?? ((reader: XmlReader) => readOpen(reader, type));
  decoders.set(type, known);
  return known as (reader: XmlReader) => Value | OpenText;
}
