import type { Lookup } from './lookup.ts';
import { withFallback } from './member.ts';
import type { AttributeUse, GlobalAttribute, QName } from './model.ts';
import { innerNameOf, propertyNameOf } from './naming.ts';
import { xmlAttributes, xmlNamespace, xsd } from './qname.ts';
import type { SimpleValues } from './simple-values.ts';
import type { AttributeMember } from './structure.ts';

/**
 * An attribute as a property, with what a global one says where its use says nothing.
 *
 * @param owner what its anonymous type is named after.
 */
export function attributeMember(
  use: AttributeUse,
  owner: string,
  lookup: Lookup,
  values: SimpleValues,
): AttributeMember {
  const global = use.reference === true ? (xmlAttribute(use.name) ?? lookup.attribute(use.name)) : use;
  const property = propertyNameOf(use);
  const type = withFallback(values.valueOf(global.type, use, innerNameOf(owner, property)), {
    default: use.default ?? global.default,
    fixed: use.fixed ?? global.fixed,
  });
  return {
    name: use.name,
    property,
    type,
    required: use.use === 'required',
    sensitive: use.sensitive,
    doc: use.doc ?? global.doc,
    deprecated: use.deprecated ?? global.deprecated,
    since: use.since ?? global.since,
  };
}

/** The attributes of XML's own namespace, which every schema may refer to. */
function xmlAttribute(name: QName): GlobalAttribute | undefined {
  if (name.namespace !== xmlNamespace) return undefined;
  const local = xmlAttributes.get(name.local);
  return local === undefined ? undefined : { name, type: { kind: 'named', name: { namespace: xsd, local } } };
}
