import { wsdl as kinds } from '../../../diagnostics/index.ts';
import { type ComplexType, type Form, type QName, sameName, type TypeReference } from '../../model/index.ts';
import { attributeOf, type XmlElement } from '../document.ts';
import type { SchemaScope } from '../schema-scope.ts';
import type { Declared, SchemaSource, SymbolKind } from '../symbols.ts';
import { isSchemaNamespace, xsdNamespace } from '../xml-names.ts';

/** What all components are built with. */
export interface Builders {
  readonly scope: SchemaScope;
  /** Builds an anonymous complex type: a type has particles, and a particle can have a type. */
  readonly innerComplexType: (element: XmlElement, site: Site) => ComplexType;
}

/** The context in which the components of one xs:schema are built. */
export interface Site extends Builders {
  readonly source: SchemaSource;
  readonly document: SchemaSource['document'];
  readonly elementForm: Form;
  readonly attributeForm: Form;
  /** The component that is redefined, inside of its xs:redefine: its own name there means the previous declaration. */
  readonly redefined?: Declared | undefined;
}

export function siteOf(source: SchemaSource, { scope, innerComplexType }: Builders, redefined?: Declared): Site {
  return {
    redefined,
    scope,
    innerComplexType,
    source,
    document: source.document,
    elementForm: attributeOf(source.element, 'elementFormDefault') === 'qualified' ? 'qualified' : 'unqualified',
    attributeForm: attributeOf(source.element, 'attributeFormDefault') === 'qualified' ? 'qualified' : 'unqualified',
  };
}

export const anyType: TypeReference = { kind: 'named', name: { namespace: xsdNamespace, local: 'anyType' } };
/** The type of an element that declares none. */
export const untyped: TypeReference = { ...anyType, kind: 'named', untyped: true };
export const anySimpleType: TypeReference = {
  kind: 'named',
  name: { namespace: xsdNamespace, local: 'anySimpleType' },
};

/** The previous declaration of a component, if the name is its own inside of its redefinition. */
export function redefinedAs(kind: SymbolKind, name: QName, { redefined }: Site): Declared | undefined {
  return redefined?.kind === kind && sameName(redefined.name, name) ? redefined : undefined;
}

/** Children of an element of XML Schema, without annotations. */
export function contentOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter(({ namespace, local }) => local !== 'annotation' && isSchemaNamespace(namespace));
}

export function childNamed(element: XmlElement, ...names: readonly string[]): XmlElement | undefined {
  return contentOf(element).find(({ local }) => names.includes(local));
}

/** Reports children that the element may not have, which are ignored. */
export function reportOthers(parent: XmlElement, allowed: ReadonlySet<string>, { document }: Site): void {
  for (const child of parent.children) {
    const isForeign = !isSchemaNamespace(child.namespace);
    if (isForeign || allowed.has(child.local) || child.local === 'annotation') continue;
    document.report(kinds.ignoredElement, { element: `xs:${child.local}`, parent: `xs:${parent.local}` }, child);
  }
  if (parent.strayText !== -1) document.report(kinds.strayText, { element: `xs:${parent.local}` }, parent);
}
