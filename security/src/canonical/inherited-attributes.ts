import type { TreeElement } from '@soapwright/runtime/xml';
import { SecurityError } from '../security-error.ts';
import type { AddedAttribute } from './canonical-writer.ts';

const XML = 'http://www.w3.org/XML/1998/namespace';

/**
 * The attributes of the xml namespace that an element inherits in inclusive canonical XML (Canonical XML 1.0, 2.4). Of
 * those, 1.1 knows xml:lang and xml:space alone.
 *
 * @throws {SecurityError} `form` for an xml:base of an ancestor in 1.1, which would have to be joined to the element's.
 */
export function inheritedAttributes(
  root: TreeElement,
  element: TreeElement,
  method: 'inclusive' | 'inclusive-1.1',
): readonly AddedAttribute[] {
  const values = new Map<string, string>();
  for (let at: TreeElement | undefined = root; at !== undefined && at !== element; at = childAround(at, element)) {
    for (const { namespace, local, value } of at.attributes) if (namespace === XML) values.set(local, value);
  }
  if (method === 'inclusive-1.1') {
    if (values.has('base')) throw new SecurityError('form', 'Canonical XML 1.1 of an element inside of an xml:base.');
    for (const local of values.keys()) if (local !== 'lang' && local !== 'space') values.delete(local);
  }
  for (const { namespace, local } of element.attributes) if (namespace === XML) values.delete(local);
  return [...values].map(([local, value]) => ({ name: `xml:${local}`, value }));
}

/** The child that contains an element, or is it. @param start offset of the element. */
export function childAround({ children }: TreeElement, { start }: { readonly start: number }): TreeElement | undefined {
  let low = 0;
  let high = children.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const child = children[middle] as TreeElement;
    if (start < child.start) high = middle - 1;
    else if (start >= child.end) low = middle + 1;
    else return child;
  }
  return undefined;
}
