import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { BANG, isWhite, LESS, QUESTION, SLASH } from '../xml/chars.ts';
import type { TypeName } from '../xml/codec-tables.ts';
import { readText } from '../xml/content.ts';
import type { Lexer } from '../xml/lexer.ts';
import type { XmlReader } from '../xml/reader.ts';
import { arrayTypeOf, hasArrayType, isStruct } from './array-head.ts';
import { readNullableArray, readNullableGrid } from './array-reader.ts';
import { builtInTypes } from './built-in-types.ts';
import { type Decoder, decode } from './decode.ts';
import type { EncodedValue } from './encoded-value.ts';
import { mapReader } from './map-reader.ts';
import { isEncoding, isSchema, XSD_NAMESPACE } from './namespaces.ts';
import { bytesReader, isApache, isGeneric, readNullable } from './read.ts';

/** A type of the contract that a value of any type can have. */
export interface ReadableType extends TypeName {
  /** The `$type` of a record, its name in TypeScript; undefined for other types. */
  readonly record?: string;
  readonly read: Decoder<unknown>;
}

/**
 * Creates a reader of values of any type, by their xsi:type: the built-in types, those of the contract, arrays, `Map` and
 * `Vector`. Without an xsi:type a value is a string, or a record of its accessors, whose `$type` is `Struct`. An unknown type is an
 * XmlError `type`.
 *
 * @param types of the contract, which are asked for with the first value; those of XML Schema replace the built-in readers.
 */
export function anyReader(types: () => readonly ReadableType[]): (reader: XmlReader) => EncodedValue {
  let known: AnyReader | undefined;
  const readAny = (reader: XmlReader): EncodedValue => {
    known ??= new AnyReader(types(), readAny);
    return known.read(bytesReader(reader)) as EncodedValue;
  };
  return readAny;
}

class AnyReader {
  readonly #types: ReadonlyMap<string, ReadableType>;
  readonly #readAny: (reader: XmlReader) => EncodedValue;
  readonly #readMap: (reader: XmlReader) => unknown;
  /** Readers of the items of typed arrays: one for each type, since shared values are found by it. */
  readonly #items: Map<string, Decoder<unknown>> = new Map();

  constructor(types: readonly ReadableType[], readAny: (reader: XmlReader) => EncodedValue) {
    this.#types = new Map(types.map((type) => [typeKey(type), type]));
    this.#readAny = readAny;
    this.#readMap = mapReader(readAny);
  }

  /** @param declared type of a value that names none. */
  read(reader: XmlBytesReader, declared?: TypeName): unknown {
    const { attributes } = reader.elements;
    const { hasType } = attributes;
    const named = hasType ? attributes.type() : typeOfElement(reader);
    if (hasType && named === undefined) throw unknownType(reader);
    if (named?.local === 'Array' && isEncoding(named.namespace)) return this.#readArray(reader);
    if (isApache(named, 'Map')) return this.#readMap(reader);
    if (isApache(named, 'Vector')) return readNullableArray(reader, this.#readAny);
    const type = named === undefined || isGeneric(named) ? declared : named;
    if (type !== undefined) return this.#readTyped(reader, type);
    return hasArrayType(attributes) ? this.#readArray(reader) : this.#readUntyped(reader);
  }

  #readTyped(reader: XmlBytesReader, name: TypeName): unknown {
    const decoder = this.#builtIn(name);
    if (decoder !== undefined) return decode(reader, decoder);
    const type = this.#types.get(typeKey(name));
    if (type !== undefined) {
      const value = decode(reader, type.read);
      return type.record === undefined ? value : { $type: type.record, ...(value as object) };
    }
    if (hasArrayType(reader.elements.attributes)) return this.#readArray(reader);
    throw unknownType(reader);
  }

  /** The reader of a built-in type, by any of the names of its namespace. */
  #builtIn({ namespace, local }: TypeName): Decoder<unknown> | undefined {
    if (!isSchema(namespace) && !isEncoding(namespace)) return undefined;
    return this.#types.get(typeKey({ namespace: XSD_NAMESPACE, local }))?.read ?? builtInTypes.get(local);
  }

  #readUntyped(reader: XmlBytesReader): unknown {
    const { elements, lexer } = reader;
    const isRecord = isStruct(elements.attributes) || (!elements.empty && beginsWithElement(lexer));
    return isRecord ? this.#readStruct(reader) : readText(elements);
  }

  #readStruct(reader: XmlBytesReader): object {
    const values = new Map<string, unknown>();
    while (reader.openChild()) {
      const { local } = reader;
      if (values.has(local)) throw reader.repeated();
      values.set(local, readNullable(reader, this.#readAny));
    }
    // They become own properties, whatever their names.
    return { $type: 'Struct', ...Object.fromEntries(values) };
  }

  #readArray(reader: XmlBytesReader): unknown[] {
    const declared = arrayTypeOf(reader);
    if (declared === undefined) return readNullableArray(reader, this.#readAny);
    const { item, isNested, sizes } = declared;
    const decoder = isNested || item === undefined ? this.#readAny : this.#itemReader(reader, item);
    return sizes.length > 1 ? readNullableGrid(reader, decoder, sizes.length) : readNullableArray(reader, decoder);
  }

  /** Reads items, which have the type that their array declares if they name none. */
  #itemReader(reader: XmlBytesReader, name: string): Decoder<unknown> {
    const colon = name.indexOf(':');
    const namespace = reader.resolvePrefix(colon === -1 ? '' : name.slice(0, colon)) ?? '';
    const type = { namespace, local: name.slice(colon + 1) };
    const key = typeKey(type);
    if (this.#builtIn(type) === undefined && !this.#types.has(key)) return this.#readAny;
    const decoder = this.#items.get(key) ?? ((each: XmlReader) => this.read(bytesReader(each), type));
    this.#items.set(key, decoder);
    return decoder;
  }
}

function typeKey({ namespace, local }: TypeName): string {
  return `${local} ${namespace}`;
}

/** The type that the name of an element is, as in `<soapenc:string>` (SOAP 1.1, 5.2). */
function typeOfElement({ namespace, local }: XmlBytesReader): TypeName | undefined {
  return isEncoding(namespace) || isSchema(namespace) ? { namespace, local } : undefined;
}

function beginsWithElement({ data, pos }: Lexer): boolean {
  let at = pos;
  while (isWhite(data[at] as number)) at++;
  const next = data[at + 1];
  return data[at] === LESS && next !== SLASH && next !== BANG && next !== QUESTION;
}

function unknownType({ lexer }: XmlBytesReader): Error {
  return lexer.about('type', 'its xsi:type names no type of XML Schema or of the contract');
}
