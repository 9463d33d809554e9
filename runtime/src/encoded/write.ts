import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { accessor } from './tags.ts';

/** Writes a nil accessor inside of an `encodedRoot`. */
export function writeNil(writer: XmlWriter, tag: Tag): void {
  writer.raw(`${tag.start} xsi:nil="true"/>`);
}

/**
 * Opens an accessor that holds an array, inside of an `encodedRoot`; `close` must follow with the same tag.
 *
 * @param itemType type of the items, as arrayType has it: `xsd:string`, or `xsd:string[]` for arrays of them.
 * @param sizes of its dimensions.
 * @throws {XmlError} `limit` when too many elements are open.
 */
export function openArray(writer: XmlWriter, tag: Tag, itemType: string, ...sizes: readonly number[]): void {
  writer.start(tag);
  writer.raw(` soapenc:arrayType="${itemType}[${sizes.join(',')}]"`);
  writer.content();
}

/** The tag of an accessor that holds an array, for `openArray`. */
export function arrayAccessor(local: string): Tag {
  return accessor(local, 'soapenc:Array');
}

/**
 * The items of an array of several dimensions and its sizes.
 *
 * @throws {XmlError} `value`, naming the accessor, when its rows have different lengths.
 */
export function gridOf<Item>(
  writer: XmlWriter,
  tag: Tag,
  value: readonly unknown[],
  rank: number,
): { readonly sizes: readonly number[]; readonly items: readonly Item[] } {
  const sizes = [value.length];
  let items = value;
  while (sizes.length < rank) {
    sizes.push(lengthOfRows(writer, tag, items));
    items = items.flat();
  }
  return { sizes, items: items as readonly Item[] };
}

function lengthOfRows(writer: XmlWriter, tag: Tag, rows: readonly unknown[]): number {
  const [first] = rows;
  const length = Array.isArray(first) ? first.length : 0;
  for (const row of rows) {
    if (Array.isArray(row) && row.length === length) continue;
    throw writer.invalid(tag, 'array', 'its rows must be arrays of one length');
  }
  return length;
}
