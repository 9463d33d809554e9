import type { XmlReader } from '../xml/reader.ts';
import { readNullableArray } from './array-reader.ts';
import { bytesReader, readNullable } from './read.ts';

/**
 * Creates a reader of the Map of Apache SOAP: items with a key and a value.
 *
 * @param readPart reads a key or a value.
 */
export function mapReader(readPart: (reader: XmlReader) => unknown): (reader: XmlReader) => Map<unknown, unknown> {
  const readEntry = (reader: XmlReader): readonly [unknown, unknown] => {
    const bytes = bytesReader(reader);
    let key: unknown = null;
    let value: unknown = null;
    while (bytes.openChild()) {
      const { local } = bytes;
      if (local !== 'key' && local !== 'value') throw bytes.misplaced();
      const part = readNullable(bytes, readPart);
      if (local === 'key') key = part;
      else value = part;
    }
    return [key, value];
  };
  return (reader) => new Map(readNullableArray(reader, readEntry).filter((entry) => entry !== null));
}
