import type { XmlElement, XmlNode } from './dom.ts';
import { refused } from './fault.ts';

/** The name of an element: its namespace and its local name. */
export type Name = readonly [namespace: string, local: string];

export function isNamed(element: XmlElement, [namespace, local]: Name): boolean {
  return element.namespaceURI === namespace && element.localName === local;
}

/** The elements in an element that holds nothing else. @throws {Refusal} when there is text between them. */
export function childrenOf(element: XmlElement): readonly XmlElement[] {
  const children: XmlElement[] = [];
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node)) children.push(node);
    else if (!/^[ \t\r\n]*$/.test(node.nodeValue ?? '')) throw refused('text where it does not belong');
  }
  return children;
}

/** Every element of a tree, in the order of the document. Depth was limited before. */
export function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node)) yield* elementsOf(node);
  }
}

/** The children of a name. */
export function all(parent: XmlElement, name: Name): readonly XmlElement[] {
  return childrenOf(parent).filter((child) => isNamed(child, name));
}

/** The child of a name, undefined when there is none. @throws {Refusal} when there are several. */
export function optional(parent: XmlElement, name: Name): XmlElement | undefined {
  const [found, ...others] = all(parent, name);
  if (others.length > 0) throw refused('an element is missing, or is there twice');
  return found;
}

/** The one child of a name. @throws {Refusal} when there is none, or several. */
export function only(parent: XmlElement, name: Name): XmlElement {
  const found = optional(parent, name);
  if (found === undefined) throw refused('an element is missing, or is there twice');
  return found;
}

/** The text of an element that holds nothing else, as it stands. @throws {Refusal} when there is an element in it. */
export function textOf(element: XmlElement): string {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node)) throw refused('an element where it does not belong');
  }
  return element.textContent ?? '';
}

/** An attribute without a prefix. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  return element.getAttributeNode(name)?.value;
}

/** White space around a value of a type that XML Schema collapses, such as xs:anyURI, does not belong to it. */
export function collapsed(text: string | undefined): string | undefined {
  return text?.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

function isElement(node: XmlNode): node is XmlElement {
  return node.nodeType === 1;
}
