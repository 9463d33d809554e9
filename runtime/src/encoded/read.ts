import type { SimpleType } from '../types/simple-type.ts';
import { readValue } from '../types/typed-value.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import type { TypeName, TypeTable } from '../xml/codec-tables.ts';
import { readNil } from '../xml/content.ts';
import type { XmlReader } from '../xml/reader.ts';
import { inspect } from './head.ts';
import { APACHE, ENCODING, isSchema } from './namespaces.ts';
import { References } from './references.ts';

/** Reads the content of an element through its end tag: a function, or a simple type. */
export type Decoder<Value> = ((reader: XmlReader) => Value) | SimpleType<Value>;

/** The references of a message, if any were met. */
export function referencesOf(reader: XmlBytesReader): References | undefined {
  return reader.references as References | undefined;
}

/** The reader of a message, whose parts references need. @throws {TypeError} for another implementation. */
export function bytesReader(reader: XmlReader): XmlBytesReader {
  if (reader instanceof XmlBytesReader) return reader;
  throw new TypeError('SOAP encoding can be read from a message only.');
}

/**
 * Reads the value of an accessor, where it is or where its `href` leads. A value to which several references lead is one
 * object.
 *
 * @throws {XmlError} `nil` for a nil value; `reference` for an `href` that leads nowhere, out of the message or in a circle;
 *   `limit` when the message would reach a limit with all references replaced by their values.
 */
export function read<Value>(reader: XmlReader, decoder: Decoder<Value>): Value {
  return readHead(bytesReader(reader), decoder, false) as Value;
}

/** As `read`, but nil is null. */
export function readNullable<Value>(reader: XmlReader, decoder: Decoder<Value>): Value | null {
  return readHead(bytesReader(reader), decoder, true);
}

function readHead<Value>(reader: XmlBytesReader, decoder: Decoder<Value>, nullable: boolean): Value | null {
  const { attributes } = reader.elements;
  if (attributes.count === 0) return decode(reader, decoder);
  // Nearly always the only attribute is an xsi:type.
  if (attributes.count === 1 && attributes.instance !== 0) return readPlain(reader, decoder, nullable);
  const head = inspect(attributes);
  if (head === 0) return readPlain(reader, decoder, nullable);
  const known = referencesOf(reader) ?? new References(reader);
  reader.references = known;
  return known.read(head, decoder, nullable, () => {
    // The target of a reference has attributes of its own.
    inspect(attributes);
    return readPlain(reader, decoder, nullable);
  });
}

function readPlain<Value>(reader: XmlBytesReader, decoder: Decoder<Value>, nullable: boolean): Value | null {
  const { elements } = reader;
  if (!elements.attributes.isNil()) return decode(reader, decoder);
  if (!nullable) throw isNil(reader);
  readNil(elements);
  return null;
}

function isNil({ lexer }: XmlBytesReader): Error {
  return lexer.about('nil', 'it cannot be nil');
}

export function decode<Value>(reader: XmlBytesReader, decoder: Decoder<Value>): Value {
  return typeof decoder === 'function' ? decoder(reader) : readValue(reader, decoder);
}

/** As `XmlReader.type`, but `soapenc:Struct` and `xsd:anyType` name the declared type. */
export function type(reader: XmlReader, table: TypeTable): number {
  const { attributes } = bytesReader(reader).elements;
  if (attributes.hasType && isGeneric(attributes.type())) attributes.dropType();
  return reader.type(table);
}

/** Whether a type says nothing of a value: toolkits without a schema write it. */
export function isGeneric(name: TypeName | undefined): boolean {
  if (name === undefined) return false;
  const { namespace, local } = name;
  if (local === 'Struct') return namespace === ENCODING;
  return (local === 'anyType' || local === 'ur-type') && (isSchema(namespace) || namespace === ENCODING);
}

/** Whether a type is the Map of Apache SOAP, or its Vector. */
export function isApache(name: TypeName | undefined, local: 'Map' | 'Vector'): boolean {
  return name?.local === local && name.namespace === APACHE;
}
