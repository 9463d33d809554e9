import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';

/** xs:string: white space is kept, line ends are LF (XML 1.0, 2.11). */
export function readString(reader: XmlReader): string {
  return reader.text();
}

/** @throws {XmlError} `missing-element`, or `value` for a character that XML 1.0 cannot carry. */
export function writeString(writer: XmlWriter, tag: Tag, value: string | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (typeof value !== 'string') throw writer.invalid(tag, 'string', 'it must be a string');
  writer.text(tag, value);
}
