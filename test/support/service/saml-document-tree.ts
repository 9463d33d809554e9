import { createRequire } from 'node:module';

/** A node of a document that a test modifies: the used part of the DOM. */
export interface TreeNode {
  readonly nodeType: number;
  readonly parentNode: TreeElement | null;
}

export interface TreeElement extends TreeNode {
  readonly localName: string;
  textContent: string | null;
  readonly childNodes: { readonly length: number; item(index: number): TreeNode };
  getAttribute(name: string): string;
  setAttribute(name: string, value: string): void;
  setAttributeNS(namespace: string, name: string, value: string): void;
  getElementsByTagNameNS(namespace: string, local: string): { item(index: number): TreeElement | null };
  appendChild(child: TreeNode): void;
  insertBefore(child: TreeNode, before: TreeNode | null): void;
  replaceChild(child: TreeNode, old: TreeNode): void;
  removeChild(child: TreeNode): void;
  cloneNode(deep: boolean): TreeElement;
}

export interface Tree {
  readonly documentElement: TreeElement;
  createElementNS(namespace: string, name: string): TreeElement;
}

interface XmlDom {
  readonly DOMParser: new () => { parseFromString(xml: string, mimeType: string): Tree };
  readonly XMLSerializer: new () => { serializeToString(tree: Tree): string };
}

// Without its declarations, which bring every global of a browser.
const xmldom: XmlDom = createRequire(import.meta.url)('@xmldom/xmldom');

export function parseTree(xml: string): Tree {
  return new xmldom.DOMParser().parseFromString(xml, 'text/xml');
}

export function writeTree(tree: Tree): string {
  return new xmldom.XMLSerializer().serializeToString(tree);
}

/** The elements in an element. */
export function childElements(element: TreeElement): readonly TreeElement[] {
  const nodes = Array.from({ length: element.childNodes.length }, (_, index) => element.childNodes.item(index));
  return nodes.filter((node): node is TreeElement => node.nodeType === 1);
}
