import { type ChildTable, children, type OptionalTag, type TypeName } from '../xml/codec-tables.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import type { SimpleType } from './simple-type.ts';
import { readValue, writeValue } from './typed-value.ts';

/** Reads and writes the content of a record: a sequence of elements with distinct names, without attributes. */
export interface RecordCodec<Value, Written = Value> {
  /** Reads the open element through its end tag. @throws {XmlError} */
  read(reader: XmlReader): Value;
  /** Writes the children. @throws {XmlError} */
  write(writer: XmlWriter, value: Written): void;
  /** Whether a field is required, so that no value is an empty element. */
  isNeverEmpty(): boolean;
}

/** Reads the open element, and writes an element. */
export interface FieldCodec {
  read(reader: XmlReader): unknown;
  /** Of a record in a list: whether a tolerant reader takes the open element for null, and has read it. */
  isNull?(reader: XmlReader): boolean;
  write(writer: XmlWriter, tag: Tag, value: unknown): void;
}

/** A field of a record: an element. */
export interface RecordField {
  readonly property: string;
  readonly tag: Tag;
  readonly codec: FieldCodec;
  readonly kind: 'required' | 'optional' | 'list';
  /** Whether a nil element is read as absent (rule R3). */
  readonly nilIsAbsent: boolean;
  /** Maximum number of items of a list; undefined without one. */
  readonly most: number | undefined;
}

export function requiredField(property: string, tag: Tag, codec: FieldCodec): RecordField {
  return { property, tag, codec, kind: 'required', nilIsAbsent: false, most: undefined };
}

/** @param tag as it is in a table of children. */
export function optionalField(property: string, tag: Tag | OptionalTag, codec: FieldCodec): RecordField {
  const nilIsAbsent = 'optional' in tag;
  return { property, tag: nilIsAbsent ? tag.optional : tag, codec, kind: 'optional', nilIsAbsent, most: undefined };
}

export function listField(property: string, tag: Tag, codec: FieldCodec, most?: number): RecordField {
  return { property, tag, codec, kind: 'list', nilIsAbsent: false, most };
}

/** The codec of a type with functions of its own. */
export function ownCodec<Value>(
  read: (reader: XmlReader) => Value,
  write: (writer: XmlWriter, tag: Tag, value: Value | undefined) => void,
): FieldCodec {
  return { read, write: (writer, tag, value) => write(writer, tag, value as Value | undefined) };
}

/** The codec of a simple type. */
export function valueCodec<Value>(type: SimpleType<Value>): FieldCodec {
  return {
    read: (reader) => readValue(reader, type),
    write: (writer, tag, value) => writeValue(writer, tag, type, value as Value | undefined),
  };
}

/** The codec of a field that is a record. @param find returns its codec, which may be declared later. */
export function recordCodec<Value>(find: () => RecordCodec<Value>): FieldCodec {
  return {
    read: (reader) => find().read(reader),
    isNull: (reader) => (find().isNeverEmpty() ? reader.absentItem?.() : reader.absent?.()) === true,
    write(writer, tag, value) {
      if (value === undefined) throw writer.missing(tag);
      writer.open(tag);
      find().write(writer, value as Value);
      writer.close(tag);
    },
  };
}

/**
 * The codec of a record. It reads and writes the same as generated functions, with less code and more slowly: generated code
 * of large contracts uses it.
 *
 * @param type the name of the type; undefined for an anonymous one.
 * @param fields in the order of the schema. They are called at the first use.
 */
export function record<Value, Written = Value>(
  type: TypeName | undefined,
  ...fields: readonly (() => RecordField)[]
): RecordCodec<Value, Written> {
  return new TableCodec<Value, Written>(type, fields);
}

/** As `record`, for a record whose value is that of its only field. */
export function soleField<Value>(type: TypeName | undefined, field: () => RecordField): RecordCodec<Value> {
  const codec = new TableCodec<Record<string, Value>>(type, [field]);
  return {
    isNeverEmpty: () => codec.isNeverEmpty(),
    read: (reader) => codec.read(reader)[field().property] as Value,
    write: (writer, value) => codec.write(writer, { [field().property]: value }),
  };
}

interface RecordTable {
  readonly fields: readonly RecordField[];
  readonly children: ChildTable;
  /** All properties in their order, so that values of a type have one shape. */
  readonly none: Readonly<Record<string, unknown>>;
}

class TableCodec<Value, Written = Value> implements RecordCodec<Value, Written> {
  readonly #type: TypeName | undefined;
  readonly #fields: readonly (() => RecordField)[];
  #table: RecordTable | undefined;

  constructor(type: TypeName | undefined, fields: readonly (() => RecordField)[]) {
    this.#type = type;
    this.#fields = fields;
  }

  isNeverEmpty(): boolean {
    this.#table ??= tableOf(this.#type, this.#fields);
    return this.#table.fields.some(({ kind }) => kind === 'required');
  }

  read(reader: XmlReader): Value {
    this.#table ??= tableOf(this.#type, this.#fields);
    const { fields, children, none } = this.#table;
    const value: Record<string, unknown> = { ...none };
    for (const { kind, property } of fields) if (kind === 'list') value[property] = [];
    for (;;) {
      const field = fields[reader.child(children)];
      if (field === undefined) break;
      readField(reader, field, value);
    }
    for (const { kind, property, tag } of fields) {
      if (kind === 'required' && value[property] === undefined) throw reader.missing(tag);
    }
    return value as Value;
  }

  write(writer: XmlWriter, value: Written): void {
    this.#table ??= tableOf(this.#type, this.#fields);
    const given = value as Readonly<Record<string, unknown>>;
    for (const { property, tag, codec, kind } of this.#table.fields) {
      const one = given[property];
      // A list in a request may be absent.
      if (kind === 'list') for (const item of (one ?? []) as Iterable<unknown>) codec.write(writer, tag, item);
      else if (kind === 'required' || one !== undefined) codec.write(writer, tag, one);
    }
  }
}

function tableOf(type: TypeName | undefined, functions: readonly (() => RecordField)[]): RecordTable {
  const fields = functions.map((field) => field());
  const tags = fields.map(({ tag, nilIsAbsent }) => (nilIsAbsent ? { optional: tag } : tag));
  const none = Object.fromEntries(fields.map(({ property }) => [property, undefined]));
  return { fields, children: { ...children(...tags), type }, none };
}

function readField(reader: XmlReader, field: RecordField, value: Record<string, unknown>): void {
  const { property, codec, kind, most, nilIsAbsent } = field;
  if (kind === 'list') {
    const list = value[property] as unknown[];
    reader.item(list.length, most);
    if (codec.isNull?.(reader) !== true) list.push(codec.read(reader));
    return;
  }
  if (value[property] !== undefined) throw reader.repeated();
  // A tolerant reader reads a nil element as absent that is optional and not nillable.
  const isAbsent = kind === 'optional' && !nilIsAbsent && reader.absent?.() === true;
  value[property] = isAbsent ? undefined : codec.read(reader);
}
