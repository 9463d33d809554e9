import type { TreeElement } from '@soapwright/runtime/xml';
import { soapEncoding12 } from '../../contract/index.ts';
import { attributeOf } from './element-content.ts';

/** The `id` of an encoded element; `enc:id` in SOAP 1.2. */
export function encodedId(element: TreeElement): string | undefined {
  return attributeOf(element, '', 'id') ?? attributeOf(element, soapEncoding12, 'id')?.trim();
}

/** The `href` of an encoded element; its `enc:ref` in SOAP 1.2, with a `#`. */
export function encodedHref(element: TreeElement): string | undefined {
  const ref = attributeOf(element, soapEncoding12, 'ref');
  return ref === undefined ? attributeOf(element, '', 'href') : `#${ref.trim()}`;
}
