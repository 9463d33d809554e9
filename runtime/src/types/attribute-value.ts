import type { AttributeName } from '../xml/attribute-name.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

/**
 * The value of an attribute of the open element. An absent one is undefined, unless its type has a default or fixed value
 * (XML Schema part 1, 3.4.4).
 *
 * @throws {XmlError} `value`.
 */
export function readAttribute<T>(reader: XmlReader, name: AttributeName, type: SimpleType<T>): T | undefined {
  const text = reader.attribute(name);
  const { fallback } = type;
  if (fallback === undefined) return text === undefined ? undefined : parsed(reader, name, type, text);
  return text === undefined ? fallback.type.parse(fallback.text) : parsed(reader, name, fallback.type, text);
}

/** As `readAttribute`, for an attribute that must be there. @throws {XmlError} `missing-attribute` or `value`. */
export function requiredAttribute<T>(reader: XmlReader, name: AttributeName, type: SimpleType<T>): T {
  const text = reader.attribute(name);
  if (text === undefined) throw reader.missingAttribute(name);
  return parsed(reader, name, type.fallback?.type ?? type, text);
}

function parsed<T>(reader: XmlReader, name: AttributeName, type: SimpleType<T>, text: string): T {
  try {
    return type.parse(text, reader);
  } catch (error) {
    if (error instanceof ValueError) throw reader.invalidAttribute(name, type.name, error.reason);
    throw error;
  }
}

/** An attribute of the element whose start tag is open; nothing for undefined. @throws {XmlError} `value`. */
export function writeAttribute<T>(
  writer: XmlWriter,
  name: AttributeName,
  type: SimpleType<T>,
  value: T | undefined,
): void {
  if (value === undefined) return;
  let text: string;
  try {
    text = (type.fallback?.type ?? type).print(value, writer);
  } catch (error) {
    if (error instanceof ValueError) throw writer.invalidAttribute(name, type.name, error.reason);
    throw error;
  }
  writer.attribute(name, text);
}
