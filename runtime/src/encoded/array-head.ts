import type { Attributes } from '../xml/attributes.ts';
import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { collapse } from '../xml/chars.ts';
import { type AttributeName, attributeName } from '../xml/tag.ts';
import { ARRAY_TYPE, POSITION } from './head.ts';
import { ENCODING } from './namespaces.ts';

const OFFSET: AttributeName = attributeName(ENCODING, 'offset');

/** The last brackets of an arrayType hold the sizes; those before, if any, belong to the type of the items. */
const FORM = /^([^[\]]+)((?:\[,*\])*)\[([\d,\s]*)\]$/;

/** The `soapenc:arrayType` of an array (SOAP 1.1, 5.4.2). */
export interface ArrayType {
  /** The name of the items' type, with its prefix. */
  readonly item: string;
  /** Whether the items are arrays of that type. */
  readonly isNested: boolean;
  /** Of each dimension, the outermost first; empty where the array does not say. */
  readonly sizes: readonly number[];
}

/** The arrayType of the open element; undefined without one. @throws {XmlError} `value` for one that is no arrayType. */
export function arrayTypeOf({ elements, lexer }: XmlBytesReader): ArrayType | undefined {
  const text = elements.attributes.value(ARRAY_TYPE);
  if (text === undefined) return undefined;
  const [, item, nested, sizes] = FORM.exec(collapse(text)) ?? [];
  if (item === undefined || sizes === undefined) {
    throw lexer.about('value', 'its arrayType must be a type and sizes, as in xsd:int[2]');
  }
  const numbers = sizes.trim() === '' ? [] : sizes.split(',').map((size) => Number(size.trim() === '' ? '-1' : size));
  return { item: collapse(item), isNested: nested !== '', sizes: numbers };
}

/** Whether the open element is an array by its attributes. */
export function hasArrayType(attributes: Attributes): boolean {
  return attributes.count > 0 && attributes.value(ARRAY_TYPE) !== undefined;
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
