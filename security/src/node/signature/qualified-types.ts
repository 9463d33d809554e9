import type { AnyAttribute, Declaration, TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import type { CanonicalOptions } from '../../canonical/canonical-xml.ts';
import { textOfUtf8 } from '../../canonical/octets.ts';
import { SecurityError } from '../../security-error.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XSD = 'http://www.w3.org/2001/XMLSchema';

/**
 * Refuses an xsi:type whose prefix is declared outside of what is signed: exclusive canonicalization leaves that declaration
 * out, so somebody could change the type of a value. Those of XML Schema itself are common, and harmless: a name in another
 * namespace would have to replace it, which is refused.
 *
 * @throws {SecurityError} `policy`.
 */
export function requireCoveredTypes(
  { data }: TreeDocument,
  covered: TreeElement,
  { method, inclusivePrefixes = [] }: CanonicalOptions,
): void {
  if (method !== 'exclusive' || !hasTypes(covered)) return;
  const outside = covered.outerScope?.count ?? 0;
  const listed = new Set(inclusivePrefixes);
  const visit = (element: TreeElement, prefixes: readonly string[]): void => {
    const type = typeOf(element);
    const own = prefixOf(element, data);
    const written = prefixes.includes(own) ? prefixes : [...prefixes, own];
    if (type !== undefined) {
      const [prefix] = type.value.includes(':') ? type.value.trim().split(':') : [''];
      const declared = declarationOf(prefix as string, element.scope);
      const isOutside = declared !== undefined && declared.count <= outside && declared.namespace !== XSD;
      if (isOutside && !listed.has(declared.prefix) && !written.includes(declared.prefix)) {
        throw new SecurityError(
          'policy',
          `The prefix ${declared.prefix} of an xsi:type is declared outside of what is signed.`,
        );
      }
    }
    for (const child of element.children) visit(child, written);
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
