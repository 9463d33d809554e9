import { XmlBytesReader } from './bytes-reader.ts';
import type { XmlReader } from './reader.ts';

/** The whole message that a reader reads, as UTF-8. @throws {TypeError} for another implementation. */
export function messageOf(reader: XmlReader): Uint8Array {
  if (!(reader instanceof XmlBytesReader)) throw new TypeError('Only a reader of a message has its bytes.');
  const { data, size } = reader.lexer;
  return data.subarray(0, size);
}
