import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';

/** A simple type: how its values are read from text and written as text (XML Schema part 2, 2.3). */
export interface SimpleType<T> {
  /** What messages call it: `decimal`. */
  readonly name: string;
  /** The value of a text as it stands in a message, white space around it included. @throws {ValueError} */
  parse(text: string): T;
  /** The lexical form that is written; nothing but printable characters of the type's own. @throws {ValueError} */
  print(value: T): string;
  /** Less than 0 when the first one comes before, NaN when neither does; undefined for values without an order. */
  readonly compare?: ((a: T, b: T) => number) | undefined;
}

/** The order of numbers. */
export function byNumber(a: number, b: number): number {
  return a - b || (a === b ? 0 : a < b ? -1 : a > b ? 1 : Number.NaN);
}

/** The order of bigints. */
export function byBigint(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A value does not fit its type. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
  /** What is wrong, without the value: to follow "because". */
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** The value of the open element. @throws {XmlError} `value`. */
export function readValue<T>(reader: XmlReader, type: SimpleType<T>): T {
  const text = reader.text();
  try {
    return type.parse(text);
  } catch (error) {
    if (error instanceof ValueError) throw reader.invalid(type.name, error.reason);
    throw error;
  }
}

/** @throws {XmlError} `missing-element`, or `value` for what is no value of the type. */
export function writeValue<T>(writer: XmlWriter, tag: Tag, type: SimpleType<T>, value: T | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  writer.text(tag, printed(writer, tag, type, value));
}

function printed<T>(writer: XmlWriter, tag: Tag, type: SimpleType<T>, value: T): string {
  try {
    return type.print(value);
  } catch (error) {
    if (error instanceof ValueError) throw writer.invalid(tag, type.name, error.reason);
    throw error;
  }
}
