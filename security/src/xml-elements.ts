import { leafText, type TreeDocument, type TreeElement } from '@soapwright/runtime/xml';
import { fromBase64 } from './password.ts';
import { SecurityError, type SecurityErrorCode } from './security-error.ts';

/** A qualified name. */
export type Name = readonly [namespace: string, local: string];

export function isNamed(element: TreeElement, [namespace, local]: Name): boolean {
  return element.namespace === namespace && element.local === local;
}

/** The value of an attribute without a prefix; undefined without it. */
export function attributeValue(element: TreeElement, local: string): string | undefined {
  return element.attributes.find((attribute) => attribute.namespace === '' && attribute.local === local)?.value;
}

/** The elements in a document, the given one first, in their order. */
export function* elementsWithin(element: TreeElement): Generator<TreeElement> {
  // A list of its own: documents are deep, and a generator in each level costs time.
  const open: TreeElement[] = [element];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    for (let index = next.children.length - 1; index >= 0; index--) open.push(next.children[index] as TreeElement);
  }
}

/** The text of an element without children. @throws {SecurityError} with the code, if it has some. */
export function elementText(element: TreeElement, document: TreeDocument, code: SecurityErrorCode): string {
  if (element.children.length > 0) throw new SecurityError(code, `There are elements in ${element.local}.`);
  return leafText(element, document.data);
}

/** The bytes of an element with base64. @throws {SecurityError} with the code, for another text and for none. */
export function elementBytes(element: TreeElement, document: TreeDocument, code: SecurityErrorCode): Uint8Array {
  const bytes = fromBase64(elementText(element, document, code));
  if (bytes === undefined || bytes.length === 0) {
    throw new SecurityError(code, `The text of ${element.local} is not base64.`);
  }
  return bytes;
}
