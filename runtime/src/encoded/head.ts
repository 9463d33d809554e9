import type { Attributes } from '../xml/attributes.ts';
import { nextChild } from '../xml/content.ts';
import type { ElementStack } from '../xml/element-stack.ts';
import { type AttributeName, attributeName } from '../xml/tag.ts';
import { checkEncoding, ENCODING_STYLE } from './encoding-style.ts';
import { ENCODING, OLD_INSTANCES } from './namespaces.ts';

const HREF_NAME = attributeName('', 'href');
const ID_NAME = attributeName('', 'id');
export const ARRAY_TYPE: AttributeName = attributeName(ENCODING, 'arrayType');
export const POSITION: AttributeName = attributeName(ENCODING, 'position');

const VARIABLE: readonly AttributeName[] = [HREF_NAME, ID_NAME, ARRAY_TYPE, POSITION];

/** What the start tag of an encoded value can have, as bits. */
export const HREF = 1;
export const ID = 2;

/**
 * Whether a start tag has an `href` or an `id`, as bits. Notes attributes of older versions of XML Schema.
 *
 * @throws {SoapFault} `DataEncodingUnknown` when its `encodingStyle` names another encoding.
 */
export function inspect(attributes: Attributes): number {
  let found = 0;
  for (let index = 0; index < attributes.count; index++) {
    if (attributes.is(index, HREF_NAME)) found |= HREF;
    else if (attributes.is(index, ID_NAME)) found |= ID;
    else if (attributes.is(index, ENCODING_STYLE)) checkEncoding(attributes.valueAt(index));
    else if (attributes.instance === 0) noteOld(attributes, index);
  }
  return found;
}

/** The index of the `href`, or else of the `id`, `arrayType` or `position`: values that differ. -1 without one. */
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

export function hrefOf(attributes: Attributes): string | undefined {
  return attributes.value(HREF_NAME);
}

export function idOf(attributes: Attributes): string | undefined {
  return attributes.value(ID_NAME);
}

/** Reads the rest of a reference, which must be empty. */
export function closeReference(elements: ElementStack): void {
  if (elements.empty) {
    elements.close();
    return;
  }
  if (!nextChild(elements)) return;
  throw elements.lexer.about('unexpected-element', 'it has an href and is not empty');
}
