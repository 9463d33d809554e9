import { XmlBytesReader } from '../xml/bytes-reader.ts';
import type { TypeName, TypeTable } from '../xml/codec-tables.ts';
import type { XmlReader } from '../xml/reader.ts';
import { type Decoder, decode, decodeElement } from './decode.ts';
import { inspect } from './head.ts';
import { stateOf } from './message-state.ts';
import { APACHE, isEncoding, isSchema } from './namespaces.ts';
import { References } from './references.ts';
import { tagOf } from './start-tags.ts';

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

/** Reads the value of the open element, which is an accessor or an item, as `read` and `readNullable` do. */
export function readHead<Value>(reader: XmlBytesReader, decoder: Decoder<Value>, nullable: boolean): Value | null {
  const { elements } = reader;
  const { attributes } = elements;
  if (attributes.count === 0) return decode(reader, decoder);
  // Nearly always the only attribute is an xsi:type.
  if (attributes.count === 1 && attributes.instance !== 0) return decodeElement(reader, decoder, nullable);
  const state = stateOf(reader);
  const head = tagOf(elements, state)?.head ?? inspect(attributes);
  if (head === 0) return decodeElement(reader, decoder, nullable);
  state.references ??= new References(reader, state);
  return state.references.read(head, decoder, nullable);
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
  if (local === 'Struct') return isEncoding(namespace);
  return (local === 'anyType' || local === 'ur-type') && (isSchema(namespace) || isEncoding(namespace));
}

/** Whether a type is the Map of Apache SOAP, or its Vector. */
export function isApache(name: TypeName | undefined, local: 'Map' | 'Vector'): boolean {
  return name?.local === local && name.namespace === APACHE;
}
