import {
  attributeOf,
  isSchemaNamespace,
  rawAttributeOf,
  wsdlNamespace,
  type XmlDocument,
  type XmlElement,
} from '../contract/index.ts';
import { type CanonicalElement, canonicalElement, type SchemaDefaults } from './canonical-element.ts';

/** A named part of a WSDL or a schema. */
export interface WsdlComponent {
  /** As people call it: `operation Billing.Find`, `type Order (urn:billing)`. Two components of one name are overloads or duplicates. */
  readonly name: string;
  readonly content: CanonicalElement;
}

const schemaKinds: Readonly<Record<string, string>> = {
  element: 'element',
  complexType: 'type',
  simpleType: 'type',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attribute group',
  notation: 'notation',
};

const utility = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';

/** All components of a file. References to other files are none: it does not matter which file a component is in. */
export function componentsOf(document: XmlDocument): readonly WsdlComponent[] {
  const { root } = document;
  return root.namespace === wsdlNamespace ? wsdlComponents(root, document) : schemaComponents(root, document);
}

function wsdlComponents(root: XmlElement, document: XmlDocument): readonly WsdlComponent[] {
  return root.children.flatMap((child): readonly WsdlComponent[] => {
    if (child.namespace !== wsdlNamespace) return [extension(child, document)];
    const name = attributeOf(child, 'name') ?? '';
    switch (child.local) {
      case 'types':
        return child.children.flatMap((inner) =>
          isSchemaNamespace(inner.namespace) ? schemaComponents(inner, document) : [extension(inner, document)],
        );
      case 'message':
        return [component(`message ${name}`, child, document)];
      case 'portType':
        return withParts(`port type ${name}`, child, 'operation', `operation ${name}.`, document);
      case 'binding':
        return withParts(`binding ${name}`, child, 'operation', `binding of operation ${name}.`, document);
      case 'service':
        return withParts(`service ${name}`, child, 'port', `port ${name}.`, document);
      default:
        return [];
    }
  });
}

/** A component, without those of its children that are components of their own. */
function withParts(
  name: string,
  element: XmlElement,
  part: string,
  prefix: string,
  document: XmlDocument,
): readonly WsdlComponent[] {
  const isPart = ({ namespace, local }: XmlElement): boolean => namespace === wsdlNamespace && local === part;
  const own = { ...element, children: element.children.filter((child) => !isPart(child)) };
  const parts = element.children
    .filter(isPart)
    .map((child) => component(`${prefix}${attributeOf(child, 'name') ?? ''}`, child, document));
  return [component(name, own, document), ...parts];
}

/** Such as a policy, by its id. */
function extension(element: XmlElement, document: XmlDocument): WsdlComponent {
  const id = rawAttributeOf(element, 'Id', utility) ?? attributeOf(element, 'Name') ?? attributeOf(element, 'name');
  const kind = element.local === 'Policy' ? 'policy' : `extension ${element.local}`;
  return component(id === undefined ? kind : `${kind} ${id}`, element, document);
}

function component(name: string, element: XmlElement, document: XmlDocument): WsdlComponent {
  const content = canonicalElement(element, document, undefined);
  const namespace = attributeOf(document.root, 'targetNamespace') ?? '';
  // The names of people do not contain it, but the component's name does.
  return { name, content: { ...content, attributes: [...content.attributes, ['{}targetNamespace', namespace]] } };
}

function schemaComponents(schema: XmlElement, document: XmlDocument): readonly WsdlComponent[] {
  const namespace = attributeOf(schema, 'targetNamespace') ?? 'no namespace';
  const defaults: SchemaDefaults = {
    elementForm: attributeOf(schema, 'elementFormDefault') ?? 'unqualified',
    attributeForm: attributeOf(schema, 'attributeFormDefault') ?? 'unqualified',
    block: attributeOf(schema, 'blockDefault') ?? '',
    final: attributeOf(schema, 'finalDefault') ?? '',
  };
  const of = (element: XmlElement, prefix = ''): readonly WsdlComponent[] => {
    const kind = schemaKinds[element.local];
    const name = attributeOf(element, 'name');
    if (kind === undefined || name === undefined || !isSchemaNamespace(element.namespace)) return [];
    return [
      { name: `${prefix}${kind} ${name} (${namespace})`, content: canonicalElement(element, document, defaults) },
    ];
  };
  return schema.children.flatMap((child) =>
    child.local === 'redefine' ? child.children.flatMap((inner) => of(inner, 'redefined ')) : of(child),
  );
}
