import { integer, long } from '../types/big-integer.ts';
import { base64Binary } from '../types/binary-types.ts';
import { boolean } from '../types/boolean.ts';
import { int } from '../types/bounded-integer.ts';
import { DateTime } from '../types/date-time.ts';
import { dateTime, dateTimeExact } from '../types/date-time-values.ts';
import { Duration, durationExact } from '../types/duration.ts';
import { double } from '../types/floating.ts';
import { QName } from '../types/qname.ts';
import type { SimpleType } from '../types/simple-type.ts';
import { string } from '../types/text-types.ts';
import { writeContent } from '../types/typed-value.ts';
import { isNCName } from '../xml/chars.ts';
import { declaration } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import type { EncodedRecord, EncodedValue } from './encoded-value.ts';
import { APACHE } from './namespaces.ts';
import { startAccessor } from './tags.ts';
import { openArray, writeNilContent } from './write.ts';

/** Writes the content of the element whose start tag is open, with its xsi:type. */
export type AnyWriter = (writer: XmlWriter, value: EncodedValue) => void;

/** A record of the contract that a value of any type can be. */
export interface WritableType {
  /** Its `$type`. */
  readonly record: string;
  /** Its xsi:type, with the prefix. */
  readonly type: string;
  /** Whether `write` ends the start tag, since it may have attributes. */
  readonly head?: boolean;
  write(writer: XmlWriter, value: never): void;
}

const MIN_INT = -2_147_483_648;
const MAX_INT = 2_147_483_647;
const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

const NO_TYPE =
  'a value of any type must be a string, number, boolean, bigint, Date, DateTime, Duration, QName, Uint8Array, array, Map, null or an object with a $type';

const ITEM = /* @__PURE__ */ startAccessor('item');
const KEY = /* @__PURE__ */ startAccessor('key');
const VALUE = /* @__PURE__ */ startAccessor('value');
const APACHE_DECLARATION = /* @__PURE__ */ declaration('xmlns:apache', APACHE);

/**
 * Creates a writer of values of any type. A number is an int if it can be, else a double; a bigint is a long or an integer; a
 * record has the `$type` of its type, or `Struct`.
 *
 * @param types of the contract, which are asked for with the first record.
 */
export function anyWriter(types: () => readonly WritableType[]): AnyWriter {
  let known: ReadonlyMap<unknown, WritableType> | undefined;
  const writeAny: AnyWriter = (writer, value) => {
    const simple = simpleOf(value);
    if (simple !== undefined) {
      writer.raw(` xsi:type="xsd:${simple.xsd}"`);
      writeContent(writer, simple.type, value);
    } else if (value === null) writeNilContent(writer);
    else if (value instanceof Map) writeMap(writer, value, writeAny);
    else if (Array.isArray(value)) {
      writer.raw(' xsi:type="soapenc:Array"');
      openArray(writer, 'xsd:anyType', value.length);
      writeItems(writer, value, writeAny);
    } else {
      const record = value as EncodedRecord | undefined;
      known ??= new Map(types().map((type) => [type.record, type]));
      const type = known.get(record?.$type);
      if (type === undefined) writeStruct(writer, record, writeAny);
      else writeRecord(writer, type, value as never);
    }
  };
  return writeAny;
}

interface Simple {
  readonly xsd: string;
  readonly type: SimpleType<unknown>;
}

const simple = (xsd: string, type: SimpleType<never>): Simple => ({ xsd, type: type as SimpleType<unknown> });

/** The built-in type of a value; undefined for other values. */
function simpleOf(value: unknown): Simple | undefined {
  switch (typeof value) {
    case 'string':
      return simple('string', string as SimpleType<never>);
    case 'boolean':
      return simple('boolean', boolean as SimpleType<never>);
    case 'number': {
      const isInt = Number.isInteger(value) && value >= MIN_INT && value <= MAX_INT && !Object.is(value, -0);
      return isInt ? simple('int', int as SimpleType<never>) : simple('double', double as SimpleType<never>);
    }
    case 'bigint':
      return value >= MIN_LONG && value <= MAX_LONG
        ? simple('long', long as SimpleType<never>)
        : simple('integer', integer as SimpleType<never>);
  }
  if (value instanceof Date) return simple('dateTime', dateTime as SimpleType<never>);
  if (value instanceof DateTime) return simple('dateTime', dateTimeExact as SimpleType<never>);
  if (value instanceof Duration) return simple('duration', durationExact as SimpleType<never>);
  if (value instanceof Uint8Array) return simple('base64Binary', base64Binary as SimpleType<never>);
  return isQName(value) ? simple('QName', QName as SimpleType<never>) : undefined;
}

function isQName(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('$type' in value) && 'namespace' in value && 'local' in value;
}

function writeRecord(writer: XmlWriter, { type, head, write }: WritableType, value: never): void {
  writer.raw(` xsi:type="${type}"`);
  if (head !== true) writer.content();
  write(writer, value);
}

/** A struct of no type of the contract: its properties are its accessors. */
function writeStruct(writer: XmlWriter, value: EncodedRecord | undefined, writeAny: AnyWriter): void {
  if (value?.$type !== 'Struct') throw writer.wrong(undefined, NO_TYPE);
  writer.raw(' xsi:type="soapenc:Struct"');
  writer.content();
  for (const [name, part] of Object.entries(value)) {
    if (name === '$type' || part === undefined) continue;
    if (!isNCName(name)) throw writer.wrong(name, 'its name must be an XML name without a colon');
    const tag = startAccessor(name);
    writer.open(tag);
    writeAny(writer, part as EncodedValue);
    writer.close(tag);
  }
}

function writeItems(writer: XmlWriter, items: Iterable<EncodedValue>, writeItem: AnyWriter): void {
  for (const item of items) {
    writer.open(ITEM);
    writeItem(writer, item);
    writer.close(ITEM);
  }
}

/** Writes the content of a Map of Apache SOAP, in the element whose start tag is open. */
export function writeMap(
  writer: XmlWriter,
  value: ReadonlyMap<EncodedValue, EncodedValue>,
  writePart: AnyWriter,
): void {
  writer.raw(`${APACHE_DECLARATION} xsi:type="apache:Map"`);
  writer.content();
  for (const [key, item] of value) {
    writer.open(ITEM);
    writer.content();
    writer.open(KEY);
    writePart(writer, key);
    writer.close(KEY);
    writer.open(VALUE);
    writePart(writer, item);
    writer.close(VALUE);
    writer.close(ITEM);
  }
}

/** Writes the content of a Vector of Apache SOAP, in the element whose start tag is open. */
export function writeVector(writer: XmlWriter, value: readonly EncodedValue[], writeItem: AnyWriter): void {
  writer.raw(`${APACHE_DECLARATION} xsi:type="apache:Vector"`);
  writer.content();
  writeItems(writer, value, writeItem);
}
