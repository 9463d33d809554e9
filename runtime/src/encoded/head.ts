import type { Attributes } from '../xml/attributes.ts';
import { collapse } from '../xml/chars.ts';
import { nextChild } from '../xml/content.ts';
import type { ElementStack } from '../xml/element-stack.ts';
import { type AttributeName, attributeName } from '../xml/tag.ts';
import { checkStyleAt } from './encoding-style.ts';
import { ENCODING, ENCODING_12, OLD_INSTANCES } from './namespaces.ts';

const HREF_NAME = attributeName('', 'href');
const ID_NAME = attributeName('', 'id');
const REF_12 = attributeName(ENCODING_12, 'ref');
const ID_12 = attributeName(ENCODING_12, 'id');
export const ARRAY_TYPE: AttributeName = attributeName(ENCODING, 'arrayType');
export const POSITION: AttributeName = attributeName(ENCODING, 'position');

export const ARRAY_SIZE: AttributeName = attributeName(ENCODING_12, 'arraySize');

const VARIABLE: readonly AttributeName[] = [HREF_NAME, REF_12, ID_NAME, ID_12, ARRAY_TYPE, ARRAY_SIZE, POSITION];

/** Attributes that the start tag of an encoded value can have, as bits. */
export const HREF = 1;
const ID = 2;
/** Beside `HREF`: it is the `ref` of SOAP 1.2, an id without `#`. */
export const REF = 4;

/**
 * Whether a start tag has an `href` (`ref` in SOAP 1.2) or an `id`, as bits. Notes attributes of older versions of XML Schema.
 *
 * @throws {SoapFault} `DataEncodingUnknown` when its `encodingStyle` names another encoding.
 */
export function inspect(attributes: Attributes): number {
  let found = 0;
  for (let index = 0; index < attributes.count; index++) {
    if (attributes.is(index, HREF_NAME)) found |= HREF;
    else if (attributes.is(index, ID_NAME)) found |= ID;
    else if (attributes.is(index, REF_12)) found |= HREF | REF;
    else if (attributes.is(index, ID_12)) found |= ID;
    else {
      checkStyleAt(attributes, index);
      if (attributes.instance === 0) noteOld(attributes, index);
    }
  }
  return found;
}

/** The index of the `href`, or else of the `id`, `arrayType`, `arraySize` or `position`: values that differ. -1 without one. */
export function variableAt(attributes: Attributes): number {
  for (const name of VARIABLE) {
    for (let index = 0; index < attributes.count; index++) if (attributes.is(index, name)) return index;
  }
  return -1;
}

function noteOld(attributes: Attributes, index: number): void {
  const namespace = attributes.namespaceOf(index);
  if (namespace === '' || !OLD_INSTANCES.includes(namespace)) return;
  const local = attributes.localOf(index);
  if (local === 'null' || local === 'nil') attributes.noteNil(index);
  else if (local === 'type') attributes.noteType(index);
}

/** The `href`, or the `ref` of SOAP 1.2 as an `href`. */
export function hrefOf(attributes: Attributes): string | undefined {
  const ref = attributes.value(REF_12);
  return ref === undefined ? attributes.value(HREF_NAME) : hrefTo(ref);
}

/** The `href` to an id. */
export function hrefTo(id: string): string {
  return `#${collapse(id)}`;
}

export function idOf(attributes: Attributes): string | undefined {
  return attributes.value(ID_NAME) ?? attributes.value(ID_12);
}

/** Whether the open element has an `id` or a `ref` of SOAP 1.2. */
export function isOf12(attributes: Attributes): boolean {
  return (attributes.value(REF_12) ?? attributes.value(ID_12)) !== undefined;
}

/** Reads the rest of a reference, which must be empty. */
export function closeReference(elements: ElementStack): void {
  if (elements.empty) {
    elements.close();
    return;
  }
  if (!nextChild(elements)) return;
  throw elements.lexer.about('unexpected-element', 'it has an href or a ref and is not empty');
}
