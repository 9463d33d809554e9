import { integer } from '../types/big-integer.ts';
import { writeBase64 } from '../types/binary-types.ts';
import { writeBoolean } from '../types/boolean.ts';
import { DateTime } from '../types/date-time.ts';
import { writeDateTime, writeInstant } from '../types/date-time-values.ts';
import { Duration, durationExact } from '../types/duration.ts';
import { double } from '../types/floating.ts';
import { writeString } from '../types/text-types.ts';
import { writeValue } from '../types/typed-value.ts';
import { declaration, type Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { APACHE } from './namespaces.ts';
import { accessor } from './tags.ts';
import { arrayAccessor, openArray } from './write.ts';

/** A record of the contract that a value of any type can be. */
export interface WritableType {
  /** Its `$type`. */
  readonly record: string;
  /** Its xsi:type, with the prefix. */
  readonly type: string;
  write(writer: XmlWriter, value: never): void;
}

/** Writes an accessor of any type. */
export type AnyWriter = (writer: XmlWriter, local: string, value: unknown) => void;

const MIN_INT = -2_147_483_648;
const MAX_INT = 2_147_483_647;
const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

const WRONG =
  'it must be a string, number, boolean, bigint, Date, DateTime, Duration, Uint8Array, array, Map, null or an object with a $type';

/**
 * Creates a writer of values of any type. Each value says its type: a number is an int if it can be, else a double; a bigint a
 * long or an integer; a record has the `$type` of its type.
 *
 * @param types of the contract, which are asked for with the first record.
 */
export function anyWriter(types: () => readonly WritableType[]): AnyWriter {
  let known: ReadonlyMap<unknown, WritableType> | undefined;
  const writeMap = mapWriter((...given) => writeAny(...given));
  const writeAny: AnyWriter = (writer, local, value) => {
    switch (typeof value) {
      case 'string':
        return writeString(writer, accessor(local, 'xsd:string'), value);
      case 'boolean':
        return writeBoolean(writer, accessor(local, 'xsd:boolean'), value);
      case 'number': {
        const isInt = Number.isInteger(value) && value >= MIN_INT && value <= MAX_INT && !Object.is(value, -0);
        if (isInt) return writer.plain(accessor(local, 'xsd:int'), String(value));
        return writeValue(writer, accessor(local, 'xsd:double'), double, value);
      }
      case 'bigint': {
        const type = value >= MIN_LONG && value <= MAX_LONG ? 'xsd:long' : 'xsd:integer';
        return writeValue(writer, accessor(local, type), integer, value);
      }
    }
    if (value === null) return writer.raw(`<${local} xsi:nil="true"/>`);
    if (value instanceof Date) return writeInstant(writer, accessor(local, 'xsd:dateTime'), value);
    if (value instanceof DateTime) return writeDateTime(writer, accessor(local, 'xsd:dateTime'), value);
    if (value instanceof Duration) return writeValue(writer, accessor(local, 'xsd:duration'), durationExact, value);
    if (value instanceof Uint8Array) return writeBase64(writer, accessor(local, 'xsd:base64Binary'), value);
    if (value instanceof Map) return writeMap(writer, accessor(local), value);
    if (Array.isArray(value)) return writeAnyArray(writer, arrayAccessor(local), value, writeAny);
    known ??= new Map(types().map((type) => [type.record, type]));
    const type = known.get((value as { readonly $type?: unknown } | undefined)?.$type);
    if (type === undefined) throw writer.invalid(accessor(local), 'value of any type', WRONG);
    const tag = accessor(local, type.type);
    writer.open(tag);
    type.write(writer, value as never);
    writer.close(tag);
  };
  return writeAny;
}

function writeAnyArray(writer: XmlWriter, tag: Tag, value: readonly unknown[], writeAny: AnyWriter): void {
  openArray(writer, tag, 'xsd:anyType', value.length);
  for (const item of value) writeAny(writer, 'item', item);
  writer.close(tag);
}

const ITEM = /* @__PURE__ */ accessor('item');
const APACHE_DECLARATION = /* @__PURE__ */ declaration('xmlns:apache', APACHE);

/** Creates a writer of the Map of Apache SOAP. @param writePart writes a key or a value. */
export function mapWriter(
  writePart: AnyWriter,
): (writer: XmlWriter, tag: Tag, value: ReadonlyMap<unknown, unknown>) => void {
  return (writer, tag, value) => {
    writer.start(tag);
    writer.raw(`${APACHE_DECLARATION} xsi:type="apache:Map"`);
    writer.content();
    for (const [key, item] of value) {
      writer.open(ITEM);
      writePart(writer, 'key', key);
      writePart(writer, 'value', item);
      writer.close(ITEM);
    }
    writer.close(tag);
  };
}

/** Writes the Vector of Apache SOAP. */
export function writeVector(writer: XmlWriter, tag: Tag, value: readonly unknown[], writeItem: AnyWriter): void {
  writer.start(tag);
  writer.raw(`${APACHE_DECLARATION} xsi:type="apache:Vector"`);
  writer.content();
  for (const item of value) writeItem(writer, 'item', item);
  writer.close(tag);
}
