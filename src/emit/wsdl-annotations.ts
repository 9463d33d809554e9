import type { Annotated, Reserving } from '../contract/index.ts';
import type { Attributes, XmlDocument } from './xml-document.ts';

/**
 * What a component says beyond WSDL and XML Schema, as attributes in our namespace: where their schemas let components
 * have foreign attributes, these stand on the component itself.
 */
export function ownAttributes({ typeScriptName, deprecated, since }: Annotated): Attributes {
  return { 'sw:name': typeScriptName, 'sw:deprecated': deprecated, 'sw:since': since };
}

/** Of a component without a `name`: PHP overlooks namespaces and takes any attribute that is called so for it. */
export function unnamedAttributes({ typeScriptName, deprecated, since }: Annotated): Attributes {
  return { 'sw:as': typeScriptName, 'sw:deprecated': deprecated, 'sw:since': since };
}

/** Names that must never come back; those of elements, attributes and operations hold no space. */
export function reservedAttribute(component: Reserving): Attributes {
  return { 'sw:reserved': reservedText(component) };
}

export function reservedText({ reserved = [] }: Reserving): string | undefined {
  return reserved.length === 0 ? undefined : reserved.join(' ');
}

/**
 * The same as an element in our namespace. WSDL 1.1 (appendix A.3) allows foreign elements in definitions, bindings, their
 * operations, services and ports; for other components the element is in the definitions and refers to the component.
 *
 * @param more attributes of this kind of component.
 * @param reference attributes that refer to the component.
 */
export function ownElement(
  document: XmlDocument,
  kind: string,
  component: Annotated,
  more: Attributes = {},
  reference: Attributes = {},
): void {
  const { typeScriptName: name, deprecated, since } = component;
  const attributes = { name, deprecated, since, ...more };
  if (Object.values(attributes).every((value) => value === undefined)) return;
  document.element(`sw:${kind}`, { ...reference, ...attributes });
}

/** Of a component of WSDL. */
export function documentation(document: XmlDocument, { doc }: Annotated): void {
  if (doc !== undefined && doc !== '') document.element('wsdl:documentation', {}, () => document.text(doc));
}

/** Of a component of XML Schema. Reserved values of a type may hold spaces, so that each has an element. */
export function annotation(document: XmlDocument, { doc }: Annotated, { reserved = [] }: Reserving = {}): void {
  const silent = doc === undefined || doc === '';
  if (silent && reserved.length === 0) return;
  document.element('xs:annotation', {}, () => {
    if (!silent) document.element('xs:documentation', {}, () => document.text(doc));
    if (reserved.length === 0) return;
    document.element('xs:appinfo', {}, () => {
      for (const value of reserved) document.element('sw:reserved', { value });
    });
  });
}
