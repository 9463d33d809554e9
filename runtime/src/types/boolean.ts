import { collapse } from '../xml/chars.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { AttributeName, Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { requiredText } from './attribute-text.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

const NO_BOOLEAN = 'it must be true, false, 1 or 0';
const NO_VALUE = 'it must be true or false';

/** The value of a lexical form; undefined for any other text. */
function parseBoolean(text: string): boolean | undefined {
  const value = collapse(text);
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : undefined;
}

/** xs:boolean: `true`, `false`, `1` or `0` (rule R4). @throws {XmlError} `value`. */
export function readBoolean(reader: XmlReader): boolean {
  const value = parseBoolean(reader.text());
  if (value === undefined) throw reader.invalid('boolean', NO_BOOLEAN);
  return value;
}

/** Writes xs:boolean. @throws {XmlError} `missing-element` or `value`. */
export function writeBoolean(writer: XmlWriter, tag: Tag, value: boolean | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (typeof value !== 'boolean') throw writer.invalid(tag, 'boolean', NO_VALUE);
  writer.plain(tag, value ? 'true' : 'false');
}

/** Reads an attribute of xs:boolean. @returns undefined without it. @throws {XmlError} `value`. */
export function readBooleanAttribute(reader: XmlReader, name: AttributeName): boolean | undefined {
  const text = reader.attribute(name);
  return text === undefined ? undefined : booleanAttribute(reader, name, text);
}

/** Reads a required attribute of xs:boolean. @throws {XmlError} `missing-attribute` or `value`. */
export function requiredBooleanAttribute(reader: XmlReader, name: AttributeName): boolean {
  return booleanAttribute(reader, name, requiredText(reader, name));
}

function booleanAttribute(reader: XmlReader, name: AttributeName, text: string): boolean {
  const value = parseBoolean(text);
  if (value === undefined) throw reader.invalidAttribute(name, 'boolean', NO_BOOLEAN);
  return value;
}

/** Writes an attribute of xs:boolean, unless it is undefined. @throws {XmlError} `value`. */
export function writeBooleanAttribute(writer: XmlWriter, name: AttributeName, value: boolean | undefined): void {
  if (value === undefined) return;
  if (typeof value !== 'boolean') throw writer.invalidAttribute(name, 'boolean', NO_VALUE);
  writer.plainAttribute(name, value ? 'true' : 'false');
}

/** xs:boolean as a type: for lists, unions and restrictions. */
export const boolean: SimpleType<boolean> = {
  name: 'boolean',
  parse(text) {
    const value = parseBoolean(text);
    if (value === undefined) throw new ValueError(NO_BOOLEAN);
    return value;
  },
  print(value) {
    if (typeof value !== 'boolean') throw new ValueError(NO_VALUE);
    return value ? 'true' : 'false';
  },
};
