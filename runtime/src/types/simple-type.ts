import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { PrefixSource, ValueContext } from '../xml/value-context.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { ValueError } from './value-error.ts';

export { ValueError } from './value-error.ts';

/** A simple type: how its values are read from text and written as text (XML Schema part 2, 2.3). */
export interface SimpleType<T> {
  /** What messages call it: `decimal`. */
  readonly name: string;
  /**
   * The value of a text as it stands in a message, white space around it included.
   *
   * @param context where the text stands. Without it the text stands in a contract: there a QName is `{namespace}local`.
   * @throws {ValueError}
   */
  parse(text: string, context?: ValueContext): T;
  /**
   * The lexical form that is written.
   *
   * @param prefixes what declares prefixes. Without it a QName is written as in a contract.
   * @throws {ValueError}
   */
  print(value: T, prefixes?: PrefixSource): string;
  /** Less than 0 when the first one comes before, NaN when neither does; undefined for values without an order. */
  readonly compare?: Order<T> | undefined;
  /** What white space in a text means (XML Schema part 2, 4.3.6); `collapse` when absent. */
  readonly whiteSpace?: 'preserve' | 'replace' | undefined;
  /** The text as a union takes it: the member that it fits decides about its white space. @throws {ValueError} */
  tidied?(text: string, context?: ValueContext): string;
  /** Whether `parse` and `print` need to know where they are. */
  readonly contextual?: boolean | undefined;
  /** A type with the same texts whose values keep what those of this one lose: facets are about it. */
  readonly exact?: SimpleType<unknown> | undefined;
  /** What an absent attribute stands for, and what the type of one is that is there. */
  readonly fallback?: { readonly type: SimpleType<T>; readonly text: string } | undefined;
}

/** Declared as a method, so that a type with fewer values can stand for one with more. */
export type Order<T> = { order(a: T, b: T): number }['order'];

/** The order of numbers. */
export function byNumber(a: number, b: number): number {
  return a - b || (a === b ? 0 : a < b ? -1 : a > b ? 1 : Number.NaN);
}

/** The order of bigints. */
export function byBigint(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The value of the open element, through its end tag. @throws {XmlError} `value`. */
export function readValue<T>(reader: XmlReader, type: SimpleType<T>): T {
  if (type.contextual === true) return readInContext(reader, type);
  const text = reader.text();
  try {
    return type.parse(text);
  } catch (error) {
    if (error instanceof ValueError) throw reader.invalid(type.name, error.reason);
    throw error;
  }
}

/** The element's own declarations count, so it is ended only when its value is known. */
function readInContext<T>(reader: XmlReader, type: SimpleType<T>): T {
  const text = reader.openText();
  let value: T;
  try {
    value = type.parse(text, reader);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    reader.end();
    throw reader.invalid(type.name, error.reason);
  }
  reader.end();
  return value;
}

/** @throws {XmlError} `missing-element`, or `value` for what is no value of the type. */
export function writeValue<T>(writer: XmlWriter, tag: Tag, type: SimpleType<T>, value: T | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (type.contextual === true) {
    writer.start(tag);
    writeContent(writer, type, value);
    writer.close(tag);
    return;
  }
  let text: string;
  try {
    text = type.print(value);
  } catch (error) {
    if (error instanceof ValueError) throw writer.invalid(tag, type.name, error.reason);
    throw error;
  }
  writer.text(tag, text);
}

/**
 * Text content of the element whose start tag is open, which this ends: what makes a value may have to be declared in it.
 *
 * @throws {XmlError} `value` for what is no value of the type, and for none.
 */
export function writeContent<T>(writer: XmlWriter, type: SimpleType<T>, value: T | undefined): void {
  if (value === undefined) throw writer.invalidContent(type.name, 'it is missing');
  let text: string;
  try {
    text = type.print(value, writer);
  } catch (error) {
    if (error instanceof ValueError) throw writer.invalidContent(type.name, error.reason);
    throw error;
  }
  writer.content();
  writer.chars(text);
}
