import type { TreeElement } from '@soapwright/runtime/xml';

export { characterData, elementXml as elementText, leafText as contentText } from '@soapwright/runtime/xml';

export const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

export function attributeOf({ attributes }: TreeElement, namespace: string, local: string): string | undefined {
  return attributes.find((one) => one.namespace === namespace && one.local === local)?.value;
}

/** The namespace of a prefix where an element is; undefined without a declaration. */
export function namespaceOf({ scope }: TreeElement, prefix: string): string | undefined {
  for (let at = scope; at !== undefined; at = at.outer) if (at.prefix === prefix) return at.namespace;
  return prefix === '' ? '' : undefined;
}

/** Whether the name of an element has a prefix. */
export function hasPrefix({ start, tagEnd }: TreeElement, data: Uint8Array): boolean {
  for (let at = start + 1; at < tagEnd; at++) {
    const byte = data[at] ?? 0;
    if (byte === 0x3a) return true;
    if (byte <= 0x20 || byte === 0x2f || byte === 0x3e) return false;
  }
  return false;
}

/** Line and column of an offset, from 1; the column in UTF-16 code units. */
export function positionIn(data: Uint8Array, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let at = data.indexOf(0x0a); at !== -1 && at < offset; at = data.indexOf(0x0a, at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: new TextDecoder().decode(data.subarray(start, offset)).length + 1 };
}
