import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import type { XmlReader } from '../xml/reader.ts';
import { arrayTypeOf, offsetOf, positionOf } from './array-head.ts';
import type { Decoder } from './decode.ts';
import { stateOf } from './message-state.ts';
import { bytesReader, readHead } from './read.ts';
import { openRemembered, remember, type StartTag } from './start-tags.ts';

/** Items of an array before those that were not transmitted are replaced. */
type Sparse<Value> = (Value | undefined)[];

/**
 * Reads an array (SOAP 1.1, 5.4.2), whatever the names of its items. The array has as many items as were transmitted, up to
 * the last one; nothing is allocated for the sizes that it declares.
 *
 * @throws {XmlError} `nil` for a nil item, `missing-element` for one that was not transmitted, `limit` beyond `maxItems`.
 */
export function readArray<Value>(reader: XmlReader, item: Decoder<Value>): Value[] {
  const bytes = bytesReader(reader);
  return complete(bytes, readItems(bytes, 1, item, false) as Sparse<Value>);
}

/** As `readArray`; nil items, and those that were not transmitted, are null. */
export function readNullableArray<Value>(reader: XmlReader, item: Decoder<Value>): (Value | null)[] {
  return withNulls(readItems(bytesReader(reader), 1, item, true));
}

/** Reads an array of several dimensions, `ns:Type[2,3]`, as an array of arrays. @throws {XmlError} as `readArray`. */
export function readGrid<Value>(reader: XmlReader, item: Decoder<Value>, rank: number): unknown[] {
  const bytes = bytesReader(reader);
  const sizes = sizesOf(bytes, rank);
  return nested(complete(bytes, readItems(bytes, rank, item, false, sizes)), sizes);
}

/** As `readGrid`; nil items, and those that were not transmitted, are null. */
export function readNullableGrid<Value>(reader: XmlReader, item: Decoder<Value>, rank: number): unknown[] {
  const bytes = bytesReader(reader);
  const sizes = sizesOf(bytes, rank);
  return nested(withNulls(readItems(bytes, rank, item, true, sizes)), sizes);
}

/** The last start tag of an item, by the decoder of the items. */
const itemTags = new WeakMap<object, StartTag>();

/** Reads the items of the open element in the order of their indexes; those of a grid are in one list. */
function readItems<Value>(
  reader: XmlBytesReader,
  rank: number,
  decoder: Decoder<Value>,
  nullable: boolean,
  sizes: readonly number[] = [],
): Sparse<Value | null> {
  const { elements } = reader;
  const { attributes } = elements;
  const state = stateOf(reader);
  const items: Sparse<Value | null> = [];
  let next = attributes.count === 0 ? 0 : flat(reader, offsetOf(reader), rank, sizes);
  let last = elements.empty ? undefined : itemTags.get(decoder);
  for (;;) {
    if (!openRemembered(elements, last, state)) {
      if (!reader.openChild()) return items;
      last = remember(elements);
      if (last !== undefined) itemTags.set(decoder, last);
    }
    const position = attributes.count === 0 ? undefined : positionOf(reader);
    if (position !== undefined) next = flat(reader, position, rank, sizes);
    reader.item(next);
    if (items[next] !== undefined) throw reader.repeated();
    fill(reader, items, next);
    items[next++] = readHead(reader, decoder, nullable);
  }
}

/** Adds the untransmitted items before an item. They take memory, and count like elements. */
function fill<Value>({ elements, lexer }: XmlBytesReader, items: Sparse<Value>, until: number): void {
  elements.opened += Math.max(0, until - items.length);
  if (elements.opened > lexer.limits.maxElements) throw lexer.limit('maxElements');
  while (items.length < until) items.push(undefined);
}

/** The items of the array that was just read. @throws {XmlError} if one was not transmitted. */
function complete<Value>({ elements, lexer }: XmlBytesReader, items: Sparse<Value>): Value[] {
  const missing = items.indexOf(undefined);
  if (missing === -1) return items as Value[];
  const path = `${elements.path(elements.depth + 1)}[${missing}]`;
  throw lexer.about('missing-element', 'the array is sparse, and this item is missing', path);
}

function withNulls<Value>(items: Sparse<Value>): (Value | null)[] {
  if (!items.includes(undefined)) return items as (Value | null)[];
  return items.map((item) => (item === undefined ? null : item));
}

/** The index of an item in the list of all, whose rows follow each other. */
function flat(
  reader: XmlBytesReader,
  indexes: readonly number[] | undefined,
  rank: number,
  sizes: readonly number[],
): number {
  if (indexes === undefined) return 0;
  if (indexes.length !== rank) {
    throw reader.lexer.about('value', `its index must have ${rank === 1 ? 'one number' : `${rank} numbers`}`);
  }
  return indexes.reduce((index, number, at) => index * (sizes[at] ?? 1) + number, 0);
}

/** The sizes that a grid declares. @throws {XmlError} when they are not as many as its dimensions, or beyond `maxItems`. */
function sizesOf(reader: XmlBytesReader, rank: number): readonly number[] {
  const { lexer } = reader;
  const sizes = arrayTypeOf(reader)?.sizes ?? [];
  // That of the outermost dimension is known from the items.
  if (sizes.length !== rank || sizes.some((size, index) => size < 0 && index > 0)) {
    throw lexer.about('value', `it must declare the sizes of its ${rank} dimensions`);
  }
  if (sizes.reduce((product, size) => product * Math.abs(size), 1) > lexer.limits.maxItems)
    throw lexer.limit('maxItems');
  return sizes;
}

/** Rows of rows. The last ones may be shorter, where items were not transmitted. */
function nested(items: readonly unknown[], sizes: readonly number[]): unknown[] {
  const [, ...inner] = sizes;
  if (inner.length === 0) return [...items];
  const length = inner.reduce((product, size) => product * size, 1);
  const rows: unknown[] = [];
  for (let at = 0; at < items.length && length > 0; at += length)
    rows.push(nested(items.slice(at, at + length), inner));
  return rows;
}
