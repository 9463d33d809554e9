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
export function reservedAttribute({ reserved }: Reserving): Attributes {
  return { 'sw:reserved': reserved === undefined || reserved.length === 0 ? undefined : reserved.join(' ') };
}

/**
 * The same as an element of our own in the component, for those that the schema of WSDL 1.1 lets have foreign elements
 * but no foreign attributes: definitions, messages, operations, bindings, services and ports.
 *
 * @param more attributes that only this kind of component has.
 */
export function ownElement(document: XmlDocument, kind: string, component: Annotated, more: Attributes = {}): void {
  const { typeScriptName: name, deprecated, since } = component;
  const attributes = { name, deprecated, since, ...more };
  if (Object.values(attributes).some((value) => value !== undefined)) document.element(`sw:${kind}`, attributes);
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
