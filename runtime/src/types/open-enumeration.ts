import type { XmlError } from '../xml/error.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { AttributeName } from '../xml/tag.ts';
import { type SimpleType, ValueError } from './simple-type.ts';
import { normalise } from './white-space-facet.ts';

/** Any text. The intersection keeps editors from dropping the enumerated values beside it. */
export type OpenText = string & {};

/** As `readValue`, for an enumeration of texts. A tolerant reader returns any other text as it is. */
export function readOpen<T>(reader: XmlReader, type: SimpleType<T>): T | OpenText {
  const text = reader.text();
  return parseOpen(reader, type, text, (reason) => reader.invalid(type.name, reason));
}

/** As `readAttribute`, for an enumeration of texts. */
export function readOpenAttribute<T>(
  reader: XmlReader,
  name: AttributeName,
  type: SimpleType<T>,
): T | OpenText | undefined {
  const text = reader.attribute(name);
  const { fallback } = type;
  if (text !== undefined) return parseOpenAttribute(reader, name, fallback?.type ?? type, text);
  return fallback?.type.parse(fallback.text);
}

/** As `requiredAttribute`, for an enumeration of texts. */
export function requiredOpenAttribute<T>(reader: XmlReader, name: AttributeName, type: SimpleType<T>): T | OpenText {
  const text = reader.attribute(name);
  if (text === undefined) throw reader.missingAttribute(name);
  return parseOpenAttribute(reader, name, type.fallback?.type ?? type, text);
}

function parseOpenAttribute<T>(
  reader: XmlReader,
  name: AttributeName,
  type: SimpleType<T>,
  text: string,
): T | OpenText {
  return parseOpen(reader, type, text, (reason) => reader.invalidAttribute(name, type.name, reason));
}

function parseOpen<T>(
  reader: XmlReader,
  type: SimpleType<T>,
  text: string,
  invalid: (reason: string) => XmlError,
): T | OpenText {
  try {
    return type.parse(text);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const unknown = invalid(error.reason);
    if (reader.tolerate?.('unknown-enumeration-value', unknown) !== true) throw unknown;
    return normalise(text, type.whiteSpace);
  }
}
