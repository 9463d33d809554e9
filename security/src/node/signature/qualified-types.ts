import type { AnyAttribute, Declaration, TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import type { CanonicalOptions } from '../../canonical/canonical-xml.ts';
import { textOfUtf8 } from '../../canonical/octets.ts';
import { SecurityError } from '../../security-error.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XSD = 'http://www.w3.org/2001/XMLSchema';

/**
 * Refuses an xsi:type whose prefix is not signed: exclusive canonicalization leaves out declarations that no name uses, so
 * somebody could change the type of a value. Types of XML Schema itself are common, and taken.
 *
 * @throws {SecurityError} `policy`.
 */
export function requireCoveredTypes(
  { data }: TreeDocument,
  covered: TreeElement,
  { method, inclusivePrefixes = [] }: CanonicalOptions,
): void {
  if (method !== 'exclusive' || !hasTypes(covered)) return;
  const listed = new Set(inclusivePrefixes);
  /** @param written the declarations that names of outer elements use. */
  const visit = (element: TreeElement, written: readonly Declaration[]): void => {
    const own = declarationOf(prefixOf(element, data), element.scope);
    const signed = own === undefined || written.includes(own) ? written : [...written, own];
    const type = typeOf(element);
    if (type !== undefined) {
      const name = type.value.trim();
      const colon = name.indexOf(':');
      const prefix = colon === -1 ? '' : name.slice(0, colon);
      const declared = declarationOf(prefix, element.scope);
      if (declared !== undefined && declared.namespace !== XSD && !listed.has(prefix) && !signed.includes(declared)) {
        throw new SecurityError('policy', `The namespace of the xsi:type of ${element.local} is not signed.`);
      }
    }
    for (const child of element.children) visit(child, signed);
  };
  visit(covered, []);
}

function hasTypes(element: TreeElement): boolean {
  return typeOf(element) !== undefined || element.children.some(hasTypes);
}

function typeOf({ attributes }: TreeElement): AnyAttribute | undefined {
  return attributes.find(({ local, namespace }) => local === 'type' && namespace === XSI);
}

function prefixOf({ start, nameEnd }: TreeElement, data: Uint8Array): string {
  const colon = data.subarray(start, nameEnd).indexOf(0x3a);
  return colon === -1 ? '' : textOfUtf8(data, start + 1, start + colon);
}

function declarationOf(prefix: string, scope: Declaration | undefined): Declaration | undefined {
  let at = scope;
  while (at !== undefined && at.prefix !== prefix) at = at.outer;
  return at;
}
