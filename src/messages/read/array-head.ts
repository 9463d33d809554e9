import type { TreeElement } from '@soapwright/runtime/xml';
import { isSoapEncoding, type QName, soapEncoding, soapEncoding12, xsd } from '../../contract/index.ts';
import { attributeOf } from './element-content.ts';

/** What the start tag of an array says (SOAP 1.1, 5.4.2; SOAP 1.2 part 2, 3.1.4 and 3.1.6). */
export interface ArrayHead {
  /** Name of the items' type with its prefix; undefined if it is not said. */
  readonly item: string | undefined;
  /** Dimensions of the arrays that are its items: `[]`; empty for none. */
  readonly ranks: string;
  /** Of each dimension, the outermost first; -1 for an unknown one; empty if they are not said. */
  readonly sizes: readonly number[];
  /** Indexes of the first item. */
  readonly offset: readonly number[] | undefined;
}

export function arrayHead(element: TreeElement): ArrayHead {
  const offset = indexes(attributeOf(element, soapEncoding, 'offset'));
  const text = attributeOf(element, soapEncoding, 'arrayType');
  if (text === undefined) {
    const sizes = attributeOf(element, soapEncoding12, 'arraySize')?.trim() ?? '*';
    const item = attributeOf(element, soapEncoding12, 'itemType')?.trim();
    return { item, ranks: '', sizes: sizes === '*' ? [] : sizes.split(/\s+/).map(size), offset };
  }
  const [, item, ranks = '', sizes = ''] = /^\s*([^[\]\s]+)\s*((?:\[,*\])*)\[([\d,\s]*)\]\s*$/.exec(text) ?? [];
  return { item, ranks, sizes: sizes.trim() === '' ? [] : sizes.split(',').map(size), offset };
}

function size(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : -1;
}

/** Indexes of an item of a sparse array; undefined if it says none. */
export function positionOf(element: TreeElement): readonly number[] | undefined {
  return indexes(attributeOf(element, soapEncoding, 'position'));
}

function indexes(text: string | undefined): readonly number[] | undefined {
  const [, list] = /^\s*\[([\d,\s]+)\]\s*$/.exec(text ?? '') ?? [];
  return list?.split(',').map(Number);
}

/** The index of an item in the list of all, whose rows follow each other. */
export function indexIn(at: readonly number[] | undefined, sizes: readonly number[]): number | undefined {
  return at?.reduce((index, number, dimension) => index * (sizes[dimension] ?? 1) + number, 0);
}

/** Whether an element is an array by its attributes. */
export function isArray(element: TreeElement): boolean {
  const has = (namespace: string, local: string): boolean => attributeOf(element, namespace, local) !== undefined;
  if (has(soapEncoding, 'arrayType') || has(soapEncoding12, 'itemType') || has(soapEncoding12, 'arraySize'))
    return true;
  return attributeOf(element, soapEncoding12, 'nodeType') === 'array';
}

/** Whether an element says that it is a struct, in SOAP 1.2. */
export function isStruct(element: TreeElement): boolean {
  return attributeOf(element, soapEncoding12, 'nodeType') === 'struct';
}

/** Whether a type says nothing of a value: toolkits without a schema write it. */
export function isGeneric({ namespace, local }: QName): boolean {
  if (local === 'Struct') return isSoapEncoding(namespace);
  return (local === 'anyType' || local === 'ur-type') && (namespace === xsd || isSoapEncoding(namespace));
}

/** The type that the name of an element is, as in `<soapenc:string>`. */
export function typeOfElement({ namespace, local }: TreeElement): QName | undefined {
  return isSoapEncoding(namespace) || namespace === xsd ? { namespace, local } : undefined;
}
