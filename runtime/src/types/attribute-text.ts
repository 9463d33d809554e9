import type { XmlReader } from '../xml/reader.ts';
import type { AttributeName } from '../xml/tag.ts';

/** The text of a required attribute of the open element. @throws {XmlError} `missing-attribute`. */
export function requiredText(reader: XmlReader, name: AttributeName): string {
  const text = reader.attribute(name);
  if (text === undefined) throw reader.missingAttribute(name);
  return text;
}
