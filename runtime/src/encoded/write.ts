import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';

/** Writes a nil accessor inside of an `encodedRoot`. */
export function writeNil(writer: XmlWriter, tag: Tag): void {
  writer.raw(`${tag.start} xsi:nil="true"/>`);
}

/** Makes the element whose start tag is open nil, inside of an `encodedRoot`, or that root itself. */
export function writeNilContent(writer: XmlWriter): void {
  writer.raw(' xsi:nil="true"');
}

/**
 * Writes the arrayType of the array whose start tag is open, or its itemType and arraySize in SOAP 1.2. Its items follow.
 *
 * @param itemType type of the items, as arrayType has it: `xsd:string`, or `xsd:string[]` for arrays of them.
 * @param sizes of its dimensions.
 */
export function openArray(writer: XmlWriter, itemType: string, ...sizes: readonly number[]): void {
  if (writer.soapVersion === '1.1') writer.raw(` soapenc:arrayType="${itemType}[${sizes.join(',')}]"`);
  else writer.raw(`${itemTypeAttribute(itemType)} soapenc:arraySize="${sizes.join(' ')}"`);
  writer.content();
}

/** In SOAP 1.2 the items of an array of arrays are arrays, each with its own itemType. */
function itemTypeAttribute(itemType: string): string {
  return ` soapenc:itemType="${itemType.endsWith(']') ? 'soapenc:Array' : itemType}"`;
}

/**
 * The items of an array of several dimensions, and its sizes.
 *
 * @throws {XmlError} `value` when its rows have different lengths.
 */
export function gridOf<Item>(
  writer: XmlWriter,
  value: readonly unknown[],
  rank: number,
): { readonly sizes: readonly number[]; readonly items: readonly Item[] } {
  const sizes = [value.length];
  let items = value;
  while (sizes.length < rank) {
    sizes.push(lengthOfRows(writer, items));
    items = items.flat();
  }
  return { sizes, items: items as readonly Item[] };
}

function lengthOfRows(writer: XmlWriter, rows: readonly unknown[]): number {
  const [first] = rows;
  const length = Array.isArray(first) ? first.length : 0;
  for (const row of rows) {
    if (!Array.isArray(row) || row.length !== length) {
      throw writer.wrong(undefined, 'its rows must be arrays of one length');
    }
  }
  return length;
}
