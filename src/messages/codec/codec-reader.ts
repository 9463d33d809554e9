import * as soap from '@soapwright/runtime';
import type {
  Field,
  Member,
  PolymorphicType,
  RootValue,
  SimpleValue,
  Structure,
  ValueType,
} from '../../contract/index.ts';
import { contentOf, isAbsentIfNil } from '../../emit/index.ts';
import type { Fields, Value } from '../model/value.ts';
import { type CodecNames, isBytes, NoCodecError, type Read } from './codec-names.ts';
import { ContentReader } from './content-reader.ts';

/** Adds what is read to a record. */
type ReadInto = (reader: soap.XmlReader, value: Fields) => void;

/**
 * Makes functions that read literal values as generated codecs of the reading `standard` do, one for each type. What a codec
 * does not do is a `NoCodecError` when the function is made.
 */
export class CodecReader {
  readonly #names: CodecNames;
  readonly #records: Map<string, { read: Read }> = new Map();

  constructor(names: CodecNames) {
    this.#names = names;
  }

  root({ use, type, nillable }: RootValue): Read {
    if (use === 'encoded') throw new NoCodecError('It is encoded.');
    return this.#nillable(this.#type(type), nillable);
  }

  field({ type, nillable, isReference }: Field): Read {
    if (isReference === true) throw new NoCodecError('It refers to an attachment.');
    return this.#nillable(this.#type(type), nillable);
  }

  #nillable(read: Read, nillable: boolean): Read {
    return nillable ? (reader) => (reader.nil() ? null : read(reader)) : read;
  }

  #type(type: ValueType): Read {
    switch (type.kind) {
      case 'simple':
        return this.#simple(type);
      case 'record':
        return this.#record(type.typeName);
      case 'any':
        return (reader) => reader.any();
      default:
        throw new NoCodecError('It is encoded.');
    }
  }

  #simple(type: SimpleValue): Read {
    if (isBytes(type)) return soap.readBase64;
    const codec = this.#names.object(type);
    return (reader) => soap.readValue(reader, codec);
  }

  /** A type can contain itself. */
  #record(typeName: string): Read {
    const known = this.#records.get(typeName);
    if (known !== undefined) return (reader) => known.read(reader);
    const made: { read: Read } = { read: () => undefined };
    this.#records.set(typeName, made);
    const declaration = this.#names.model.declaration(typeName);
    if (declaration.kind === 'structure') made.read = this.#structure(declaration);
    else if (declaration.kind === 'polymorphic') made.read = this.#polymorphic(declaration);
    return made.read;
  }

  #polymorphic({ name, abstract, members }: PolymorphicType): Read {
    const all = members.map((member) => member.name);
    const table = abstract ? soap.abstractTypes(name, ...all) : soap.types(...all);
    const first = abstract ? 1 : 0;
    const readers = members.map(({ typeName }) => this.#record(typeName));
    return (reader) => {
      const read = readers[reader.type(table) - first] ?? readers.at(-1);
      if (read === undefined) throw reader.misplaced();
      return read(reader);
    };
  }

  #structure(structure: Structure): Read {
    const { content, discriminant } = structure;
    const head = this.#head(structure);
    const start = (reader: soap.XmlReader): Fields => {
      const value: Fields = discriminant === undefined ? {} : { $type: discriminant.value };
      for (const read of head) read(reader, value);
      return value;
    };
    switch (content.kind) {
      case 'fields':
        return this.#fields(structure, content.fields, start);
      case 'particles':
        return this.#particles(structure, content.members, start);
      case 'text':
        return this.#text(structure, content.text, start);
      case 'mixed':
        throw new NoCodecError('It has text between elements.');
    }
  }

  /** Attributes are read before the content. */
  #head({ attributes, anyAttribute }: Structure): readonly ReadInto[] {
    const known = attributes.map(({ name }) => this.#names.attribute(name));
    const own = attributes.map(({ property, type, required, name }): ReadInto => {
      const codec = this.#names.object(type);
      const attribute = this.#names.attribute(name);
      const read = required ? soap.requiredAttribute : soap.readAttribute;
      return (reader, value) => {
        value[property] = read(reader, attribute, codec);
      };
    });
    if (anyAttribute === undefined) return own;
    const wildcard = this.#names.wildcard(anyAttribute);
    const others: ReadInto = (reader, value) => {
      value[anyAttribute.property] = reader.otherAttributes(known, wildcard);
    };
    return [...own, others];
  }

  #text({ name }: Structure, { property, type }: { property: string; type: SimpleValue }, start: Start): Read {
    const read = this.#simple(type);
    const types = name && soap.types(name);
    return (reader) => {
      const value = start(reader);
      if (types !== undefined) reader.type(types);
      value[property] = read(reader);
      return value;
    };
  }

  /** Distinct names, which may come in any order (rule R1). */
  #fields(structure: Structure, fields: readonly Field[], start: Start): Read {
    const tags = fields.map((field) => {
      const tag = this.#names.tagOf(field);
      return isAbsentIfNil(field) ? soap.optional(tag) : tag;
    });
    const table = tableOf(structure, tags);
    const readers = fields.map((field) => ({ ...field, tag: this.#names.tagOf(field), read: this.field(field) }));
    const lists = fields.filter(({ many }) => many).map(({ property }) => property);
    return (reader) => {
      const value = start(reader);
      for (const property of lists) value[property] = [];
      for (;;) {
        const field = readers[reader.child(table)];
        if (field === undefined) break;
        const { property, many, most, read } = field;
        if (many) {
          const list = value[property] as Value[];
          reader.item(list.length, most === 'unbounded' ? undefined : most);
          list.push(read(reader));
        } else {
          if (value[property] !== undefined) throw reader.repeated();
          value[property] = read(reader);
        }
      }
      for (const { property, many, least, optional, tag } of readers) {
        if (many) {
          if ((value[property] as Value[]).length < least) throw reader.few(tag, least, soap.END);
        } else if (!optional && value[property] === undefined) throw reader.missing(tag);
      }
      return value;
    };
  }

  /** Particles in the order of the schema, one element of look-ahead deciding. */
  #particles(structure: Structure, members: readonly Member[], start: Start): Read {
    const content = contentOf(members);
    const tags = content.elements.map((field) => this.#names.tagOf(field));
    const wildcards = content.wildcards.map((member) => this.#names.wildcard(member));
    const limits = wildcards.flatMap((one) => one ?? []);
    const plain = tableOf(structure, tags);
    const table =
      wildcards.length === 0 ? plain : soap.openChildren(plain, ...(limits.length < wildcards.length ? [] : limits));
    const read = new ContentReader({ table, content, names: this.#names, reader: this }).members(members);
    return (reader) => {
      const value = start(reader);
      reader.next(table);
      read(reader, value);
      if (reader.current !== soap.END) throw reader.misplaced();
      return value;
    };
  }
}

type Start = (reader: soap.XmlReader) => Fields;

/** A tag as a table of children has it. */
type TableItem = soap.Tag | { readonly optional: soap.Tag };

function tableOf({ name, content }: Structure, tags: readonly TableItem[]): soap.ChildTable {
  const table = name === undefined ? soap.children(...tags) : soap.childrenOf(name, ...tags);
  return content.kind === 'fields' && content.order === 'all' ? soap.unordered(table) : table;
}
