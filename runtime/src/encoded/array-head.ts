import type { Attributes } from '../xml/attributes.ts';
import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { collapse } from '../xml/chars.ts';
import type { Lexer } from '../xml/lexer.ts';
import { type AttributeName, attributeName } from '../xml/tag.ts';
import { ARRAY_SIZE, ARRAY_TYPE, POSITION } from './head.ts';
import { ENCODING, ENCODING_12 } from './namespaces.ts';

const OFFSET: AttributeName = attributeName(ENCODING, 'offset');
const ITEM_TYPE: AttributeName = attributeName(ENCODING_12, 'itemType');
const NODE_TYPE: AttributeName = attributeName(ENCODING_12, 'nodeType');

/** The last brackets of an arrayType hold the sizes; those before, if any, belong to the type of the items. */
const FORM = /^([^[\]]+)((?:\[,*\])*)\[([\d,\s]*)\]$/;

/** The `arrayType` of an array (SOAP 1.1, 5.4.2), or its `itemType` and `arraySize` (SOAP 1.2 part 2, 3.1.4 and 3.1.6). */
export interface ArrayType {
  /** The name of the items' type, with its prefix; undefined where an array of SOAP 1.2 does not say. */
  readonly item: string | undefined;
  /** Whether the items are arrays of that type. */
  readonly isNested: boolean;
  /** Of each dimension, the outermost first; -1 for an unknown one; empty where the array does not say. */
  readonly sizes: readonly number[];
}

/** The type of the open array; undefined if not declared. @throws {XmlError} `value` for an invalid type or size. */
export function arrayTypeOf({ elements, lexer }: XmlBytesReader): ArrayType | undefined {
  const text = elements.attributes.value(ARRAY_TYPE);
  if (text === undefined) return arrayTypeIn12(elements.attributes, lexer);
  const [, item, nested, sizes] = FORM.exec(collapse(text)) ?? [];
  if (item === undefined || sizes === undefined) {
    throw lexer.about('value', 'its arrayType must be a type and sizes, as in xsd:int[2]');
  }
  const numbers = sizes.trim() === '' ? [] : sizes.split(',').map((size) => Number(size.trim() === '' ? '-1' : size));
  return { item: collapse(item), isNested: nested !== '', sizes: numbers };
}

/** Each size is a number; the first one may be `*`, for any. */
const SIZES = /^(?:\*|\d+)(?: \d+)*$/;

function arrayTypeIn12(attributes: Attributes, lexer: Lexer): ArrayType | undefined {
  const item = attributes.value(ITEM_TYPE);
  const text = attributes.value(ARRAY_SIZE);
  if (item === undefined && text === undefined) return undefined;
  const sizes = collapse(text ?? '*');
  if (!SIZES.test(sizes)) throw lexer.about('value', 'its arraySize must be sizes, as in "2 3"');
  const numbers = sizes === '*' ? [] : sizes.split(' ').map((size) => (size === '*' ? -1 : Number(size)));
  return { item: item && collapse(item), isNested: false, sizes: numbers };
}

/** Whether the open element is an array by its attributes. */
export function hasArrayType(attributes: Attributes): boolean {
  if (attributes.count === 0) return false;
  if ([ARRAY_TYPE, ITEM_TYPE, ARRAY_SIZE].some((name) => attributes.value(name) !== undefined)) return true;
  return attributes.value(NODE_TYPE) === 'array';
}

/** Whether the open element says that it is a struct, in SOAP 1.2. */
export function isStruct(attributes: Attributes): boolean {
  return attributes.count > 0 && attributes.value(NODE_TYPE) === 'struct';
}

/** The index of the first item of a partially transmitted array (SOAP 1.1, 5.4.2.1); undefined without one. */
export function offsetOf(reader: XmlBytesReader): readonly number[] | undefined {
  return indexes(reader, OFFSET);
}

/** The index of an item of a sparse array (SOAP 1.1, 5.4.2.2); undefined without one. */
export function positionOf(reader: XmlBytesReader): readonly number[] | undefined {
  return indexes(reader, POSITION);
}

function indexes({ elements, lexer }: XmlBytesReader, name: AttributeName): readonly number[] | undefined {
  if (elements.attributes.count === 0) return undefined;
  const text = elements.attributes.value(name);
  if (text === undefined) return undefined;
  const [, list] = /^\[([\d,\s]+)\]$/.exec(collapse(text)) ?? [];
  const numbers = list?.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers === undefined || !numbers.every(Number.isFinite)) {
    throw lexer.about('value', `its ${name.local} must be indexes in brackets, as in [2]`);
  }
  return numbers;
}
