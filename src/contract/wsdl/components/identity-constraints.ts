import { wsdl as kinds } from '../../../diagnostics/index.ts';
import type { IdentityConstraint } from '../../model/index.ts';
import { attributeOf, expandedName, type XmlElement } from '../document.ts';
import { schemaNotes } from '../documentation.ts';
import { childNamed, contentOf, type Site } from './builder.ts';

/** The xs:unique, xs:key and xs:keyref of an element. */
export function constraintsOf(element: XmlElement, site: Site): readonly IdentityConstraint[] | undefined {
  const found = contentOf(element).flatMap((child) => constraintOf(child, site));
  return found.length === 0 ? undefined : found;
}

function constraintOf(element: XmlElement, { document, source }: Site): readonly IdentityConstraint[] {
  const { local: kind } = element;
  if (kind !== 'unique' && kind !== 'key' && kind !== 'keyref') return [];
  const local = attributeOf(element, 'name');
  const selector = childNamed(element, 'selector');
  const referred = attributeOf(element, 'refer');
  const refer = referred === undefined ? undefined : expandedName(referred, element);
  const missing = local === undefined ? 'name' : kind === 'keyref' && refer === undefined ? 'refer' : undefined;
  if (local === undefined || missing !== undefined) {
    document.report(
      kinds.missingAttribute,
      { element: `xs:${kind}`, attribute: `the attribute ${missing ?? 'name'}` },
      element,
    );
    return [];
  }
  const fields = contentOf(element).filter((child) => child.local === 'field');
  return [
    {
      kind,
      name: { namespace: source.targetNamespace, local },
      selector: selector === undefined ? '.' : pathIn(selector),
      fields: fields.map(pathIn),
      ...(refer && { refer }),
      ...schemaNotes(element, document),
      origin: document.origin(element, 'name'),
    },
  ];
}

/** The `xpath` with its prefixed names expanded. The axes `child::` and `attribute::` are not prefixes. */
function pathIn(element: XmlElement): string {
  const path = attributeOf(element, 'xpath') ?? '.';
  return path.replace(/([\p{L}_][\p{L}\p{N}._-]*):(?!:)(\*|[\p{L}_][\p{L}\p{N}._-]*)/gu, (whole, _prefix, local) => {
    const name = expandedName(whole, element);
    return name === undefined ? whole : `{${name.namespace}}${local}`;
  });
}
