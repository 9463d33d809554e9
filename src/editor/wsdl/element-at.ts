import type { XmlDocument, XmlElement } from '../../contract/index.ts';

/** The innermost element around an offset of a document. */
export function elementAt(document: XmlDocument, offset: number): XmlElement {
  let found = document.root;
  for (;;) {
    const child = childAt(document, found.children, offset);
    if (child === undefined) return found;
    found = child;
  }
}

/** The one of several elements in their order that has an offset. */
function childAt(document: XmlDocument, children: readonly XmlElement[], offset: number): XmlElement | undefined {
  let [low, high] = [0, children.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const child = children[middle] as XmlElement;
    const { start, end } = document.extent(child);
    if (offset < start) high = middle - 1;
    else if (offset >= end) low = middle + 1;
    else return child;
  }
  return undefined;
}
