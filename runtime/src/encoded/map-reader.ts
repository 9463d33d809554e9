import type { XmlReader } from '../xml/reader.ts';
import { readNullableArray } from './array-reader.ts';
import type { EncodedValue } from './encoded-value.ts';
import { bytesReader, readNullable } from './read.ts';

/**
 * Creates a reader of the Map of Apache SOAP: items with a key and a value.
 *
 * @param readPart reads a key or a value.
 */
export function mapReader(
  readPart: (reader: XmlReader) => EncodedValue,
): (reader: XmlReader) => Map<EncodedValue, EncodedValue> {
  const readEntry = (reader: XmlReader): readonly [EncodedValue, EncodedValue] => {
    const bytes = bytesReader(reader);
    let key: EncodedValue = null;
    let value: EncodedValue = null;
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
