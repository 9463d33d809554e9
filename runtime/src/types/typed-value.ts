import { writeWildcard } from '../xml/any-element.ts';
import { XSI_NAMESPACE } from '../xml/namespaces.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { AttributeName, Tag } from '../xml/tag.ts';
import type { AnyElement } from '../xml/wildcard.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { requiredText } from './attribute-text.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

/** Reads the value of the open element through its end tag. @throws {XmlError} `value`. */
export function readValue<T>(reader: XmlReader, type: SimpleType<T>): T {
  if (type.contextual === true) return readInContext(reader, type);
  const text = reader.text();
  try {
    return type.parse(text);
  } catch (error) {
    throw error instanceof ValueError ? reader.invalid(type.name, error.reason) : error;
  }
}

/** The element's own namespace declarations are in scope for its value, so it is parsed before the end tag is read. */
function readInContext<T>(reader: XmlReader, type: SimpleType<T>): T {
  const text = reader.openText();
  let value: T;
  try {
    value = type.parse(text, reader);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    reader.end();
    throw reader.invalid(type.name, error.reason);
  }
  reader.end();
  return value;
}

/** Writes an element with a value. @throws {XmlError} `missing-element`, or `value` when it does not fit the type. */
export function writeValue<T>(writer: XmlWriter, tag: Tag, type: SimpleType<T>, value: T | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (type.contextual === true) {
    writer.start(tag);
    writeContent(writer, type, value);
    writer.close(tag);
    return;
  }
  let text: string;
  try {
    text = type.print(value);
  } catch (error) {
    throw error instanceof ValueError ? writer.invalid(tag, type.name, error.reason) : error;
  }
  writer.text(tag, text);
}

/**
 * Writes the text content of an element and ends its start tag, which is still open because printing the value may declare
 * prefixes in it.
 *
 * @throws {XmlError} `value` when the value is missing or does not fit the type.
 */
export function writeContent<T>(writer: XmlWriter, type: SimpleType<T>, value: T | undefined): void {
  if (value === undefined) throw writer.invalidContent(type.name, 'it is missing');
  let text: string;
  try {
    text = type.print(value, writer);
  } catch (error) {
    throw error instanceof ValueError ? writer.invalidContent(type.name, error.reason) : error;
  }
  writer.content();
  writer.chars(text);
}

/**
 * Writes an element of xs:anyType: its name is given by the contract, its attributes and content by the caller.
 *
 * @throws {XmlError} `missing-element`, or `value` when it has another name.
 */
export function writeAny(writer: XmlWriter, tag: Tag, value: AnyElement | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (value.local !== tag.local || value.namespace !== tag.namespace) {
    throw writer.invalid(tag, 'anyType', 'the element has another name');
  }
  writeWildcard(writer, value);
}

/** Gives the element whose start tag is open, such as the root of a body, xsi:nil. */
export function writeNilContent(writer: XmlWriter): void {
  writer.raw(` xmlns:xsi="${XSI_NAMESPACE}" xsi:nil="true"`);
}

/**
 * Reads an optional attribute of the open element.
 *
 * @returns undefined for an absent one, unless its type has a default or fixed value (XML Schema part 1, 3.4.4).
 * @throws {XmlError} `value`.
 */
export function readAttribute<T>(reader: XmlReader, name: AttributeName, type: SimpleType<T>): T | undefined {
  const text = reader.attribute(name);
  const { fallback } = type;
  if (fallback === undefined) return text === undefined ? undefined : parseAttribute(reader, name, type, text);
  return text === undefined ? fallback.type.parse(fallback.text) : parseAttribute(reader, name, fallback.type, text);
}

/** Reads a required attribute. @throws {XmlError} `missing-attribute` or `value`. */
export function requiredAttribute<T>(reader: XmlReader, name: AttributeName, type: SimpleType<T>): T {
  return parseAttribute(reader, name, type.fallback?.type ?? type, requiredText(reader, name));
}

function parseAttribute<T>(reader: XmlReader, name: AttributeName, type: SimpleType<T>, text: string): T {
  try {
    return type.parse(text, reader);
  } catch (error) {
    throw error instanceof ValueError ? reader.invalidAttribute(name, type.name, error.reason) : error;
  }
}

/** Writes an attribute of the element whose start tag is open, unless it is undefined. @throws {XmlError} `value`. */
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
    throw error instanceof ValueError ? writer.invalidAttribute(name, type.name, error.reason) : error;
  }
  writer.attribute(name, text);
}
