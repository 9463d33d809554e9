import { type Annotated, type Extensible, lifeCycleKeys, type Reserving } from '../contract/index.ts';
import { withPrefixes } from './foreign-namespaces.ts';
import type { PrefixedName } from './wsdl-names.ts';
import type { Attributes, XmlDocument } from './xml-document.ts';

/**
 * Annotations of a component that WSDL and XML Schema cannot express, as attributes in our namespace, for components that
 * may have foreign attributes.
 */
export function ownAttributes(component: Annotated, prefixedName: PrefixedName): Attributes {
  return {
    'sw:name': component.typeScriptName,
    ...lifeCycleAttributes(component, 'sw:'),
    ...foreignAttributes(component, prefixedName),
  };
}

function lifeCycleAttributes(component: Annotated, prefix: string): Attributes {
  return Object.fromEntries(lifeCycleKeys.map((key) => [`${prefix}${key}`, component[key]]));
}

/** Attributes of other namespaces. */
export function foreignAttributes({ foreign }: Pick<Annotated, 'foreign'>, prefixedName: PrefixedName): Attributes {
  if (foreign === undefined) return {};
  return Object.fromEntries(
    foreign.map(({ name, value }) => [
      prefixedName(name),
      name.local === 'arrayType' ? withPrefixes(value, prefixedName) : value,
    ]),
  );
}

/** For a component without a `name`: PHP ignores namespaces, and reads any attribute of that name as the component's. */
export function unnamedAttributes(component: Annotated, prefixedName: PrefixedName): Attributes {
  return {
    'sw:as': component.typeScriptName,
    ...lifeCycleAttributes(component, 'sw:'),
    ...foreignAttributes(component, prefixedName),
  };
}

/** Names that must never be used again; those of elements, attributes and operations contain no space. */
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
  const attributes = { name: component.typeScriptName, ...lifeCycleAttributes(component, ''), ...more };
  if (Object.values(attributes).every((value) => value === undefined)) return;
  document.element(`sw:${kind}`, { ...reference, ...attributes });
}

/** Of a component of WSDL. */
export function documentation(document: XmlDocument, { doc }: Pick<Annotated, 'doc'>): void {
  if (doc !== undefined && doc !== '') document.element('wsdl:documentation', {}, () => document.text(doc));
}

/** Elements of other namespaces in a component of WSDL. */
export function extensions(document: XmlDocument, { extensions = [] }: Extensible): void {
  for (const one of extensions) document.raw(one);
}

/** Of a component of XML Schema. Reserved values of a type may contain spaces, so each has an element. */
export function annotation(
  document: XmlDocument,
  { doc, appinfo = [] }: Pick<Annotated, 'doc' | 'appinfo'>,
  { reserved = [] }: Reserving = {},
): void {
  const silent = doc === undefined || doc === '';
  if (silent && appinfo.length + reserved.length === 0) return;
  document.element('xs:annotation', {}, () => {
    if (!silent) document.element('xs:documentation', {}, () => document.text(doc));
    for (const one of appinfo) document.raw(one);
    if (reserved.length === 0) return;
    document.element('xs:appinfo', {}, () => {
      for (const value of reserved) document.element('sw:reserved', { value });
    });
  });
}
