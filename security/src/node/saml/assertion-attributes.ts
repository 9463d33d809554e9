import type { SamlElement } from '../../saml/saml-element.ts';
import { assertionNamespace, samlNames } from '../../saml/saml-names.ts';

/** The texts of the attributes of an assertion by their names; values with elements are left out. */
export function attributesOf(assertion: SamlElement): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>();
  const statements = assertion.every(samlNames.attributeStatement);
  for (const attribute of statements.flatMap((one) => one.every([assertionNamespace, 'Attribute']))) {
    const name = attribute.attribute('Name') ?? '';
    const texts = attribute
      .every([assertionNamespace, 'AttributeValue'])
      .filter(({ node }) => node.children.length === 0)
      .map(({ text }) => text);
    values.set(name, [...(values.get(name) ?? []), ...texts]);
  }
  return values;
}
