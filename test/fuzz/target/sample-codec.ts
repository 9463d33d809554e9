import {
  attributeName,
  children,
  childrenOf,
  END,
  OTHER,
  openChildren,
  tag,
  types,
  unordered,
  type XmlReader,
} from '@soapwright/runtime';
import { readBase64 } from '../../../runtime/src/types/binary-types.ts';

/**
 * A codec as the generator writes them, of one record that holds every way of reading: values follow from the
 * message alone, so that `sample-model.ts` can compute them anew. Elements of `urn:f`:
 * t text, n nillable text, b base64, r the record again, o a record in order, m mixed, y any, l an item of a list of two,
 * e text with its end apart, x any order; q and v, in no namespace, are text.
 */
export const NAMESPACE = 'urn:f';
export const TYPE = { namespace: NAMESPACE, local: 'R' };
export const DERIVED = { namespace: NAMESPACE, local: 'D' };
export const NAMES: readonly (readonly [namespace: string, local: string])[] = [
  ...['t', 'n', 'b', 'r', 'o', 'm', 'y', 'l', 'e', 'x'].map((local) => [NAMESPACE, local] as const),
  ['', 'q'],
  ['', 'v'],
];
export const LIST_MOST = 2;

const tags = NAMES.map(([namespace, local]) => tag(namespace, local));
const record = childrenOf(TYPE, ...tags);
const sequence = children(...tags);
const mixed = openChildren(children(...tags.slice(0, 2)));
const all = unordered(children(...tags));
const table = types(TYPE, DERIVED);
const a = attributeName('', 'a');
const c = attributeName(NAMESPACE, 'c', 'f');

export type Value = string | null | readonly Value[];

/** A record: the index of each child with its value, the attributes before. */
export function readRecord(reader: XmlReader): Value {
  return readContent(reader, () => reader.child(record));
}

function readContent(reader: XmlReader, next: () => number): Value {
  const value: Value[] = [...attributesOf(reader)];
  let items = 0;
  for (;;) {
    const index = next();
    if (index === END) return value;
    if (index === 7) {
      reader.item(items++, LIST_MOST);
    }
    value.push(NAMES[index]?.join(':') ?? 'any', readChild(reader, index));
  }
}

function readChild(reader: XmlReader, index: number): Value {
  switch (index) {
    case OTHER:
    case 6:
      return readAny(reader);
    case 1:
      return reader.nil() ? null : reader.text();
    case 2:
      return Buffer.from(readBase64(reader)).toString('hex');
    case 3: {
      const type = reader.type(table);
      return [String(type), readRecord(reader)];
    }
    case 4:
      return readContent(reader, () => reader.next(sequence));
    case 5:
      return readMixed(reader);
    case 8: {
      const text = reader.openText();
      const namespace = reader.resolvePrefix(text.includes(':') ? text.slice(0, text.indexOf(':')) : '') ?? null;
      reader.end();
      return [text, namespace];
    }
    case 9:
      return readContent(reader, () => reader.child(all));
    default:
      return reader.text();
  }
}

function readAny(reader: XmlReader): Value {
  const { namespace, local, xml } = reader.any();
  return ['any', namespace, local, xml];
}

function readMixed(reader: XmlReader): Value {
  const items: Value[] = [];
  for (;;) {
    const index = reader.piece(mixed, items);
    if (index === END) return items;
    items.push([readChild(reader, index)]);
  }
}

function attributesOf(reader: XmlReader): Value[] {
  const others = reader.otherAttributes([a, c]).map(({ namespace, local, value }) => [namespace, local, value]);
  return [reader.attribute(a) ?? null, reader.attribute(c) ?? null, others];
}
