import { nameKey } from '../../model/index.ts';
import { attributeOf, expandedName, namespaceOf, type XmlElement } from '../document.ts';
import { xsdNamespace } from '../xml-names.ts';
import { childNamed, type Site } from './builder.ts';

/**
 * A value of a type as a contract has it: names of types with QNames as `{namespace}local`, since a prefix means nothing
 * outside of the file.
 *
 * @param element where the value is, which has the type in the attribute `attribute` or inside.
 */
export function literalIn(value: string, element: XmlElement, attribute: 'type' | 'base', site: Site): string {
  // Without a prefix a name in an enumeration is in the default namespace of the file, if there is one.
  const mayBeName = /\S:\S/.test(value) || (attribute === 'base' && namespaceOf(element, '') !== '');
  if (!mayBeName || !holdsQNames(element, attribute, site, 0)) return value;
  const names = value.trim().split(/\s+/);
  return names
    .map((text) => {
      const name = expandedName(text, element);
      return name === undefined || name.namespace === '' ? text : nameKey(name);
    })
    .join(' ');
}

/** More steps than any type has. */
const mostSteps = 100;

function holdsQNames(element: XmlElement, attribute: string, site: Site, steps: number): boolean {
  const text = attributeOf(element, attribute);
  const name = text === undefined ? undefined : expandedName(text, element);
  if (name?.namespace === xsdNamespace) return name.local === 'QName' || name.local === 'NOTATION';
  if (steps > mostSteps) return false;
  const definition = name === undefined ? childNamed(element, 'simpleType') : site.scope.find('type', name)?.element;
  const content = definition && (childNamed(definition, 'simpleContent') ?? definition);
  const derived = content && childNamed(content, 'restriction', 'extension', 'list');
  if (derived === undefined) return false;
  return holdsQNames(derived, derived.local === 'list' ? 'itemType' : 'base', site, steps + 1);
}
