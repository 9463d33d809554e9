import type { Derivation, EnumerationValue, Facets, QName, SimpleType, TypeReference } from '../contract/index.ts';
import { annotation, ownAttributes, unnamedAttributes } from './wsdl-annotations.ts';
import type { LiteralOf, PrefixedName } from './wsdl-names.ts';
import type { Attributes, XmlDocument } from './xml-document.ts';

/** Context for writing the components of one schema. */
export interface SchemaWriting {
  readonly document: XmlDocument;
  readonly prefixedName: PrefixedName;
  readonly literalOf: LiteralOf;
}

/**
 * xs:simpleType.
 *
 * @param attributes its name, where it has one.
 */
export function writeSimpleType(to: SchemaWriting, type: SimpleType, attributes?: Attributes): void {
  const { document } = to;
  const own =
    attributes === undefined ? unnamedAttributes(type, to.prefixedName) : ownAttributes(type, to.prefixedName);
  document.element(
    'xs:simpleType',
    { ...attributes, final: listed(type.final), ...own, 'sw:mapping': type.mapping },
    () => {
      annotation(document, type, type);
      const { variety } = type;
      switch (variety.kind) {
        case 'restriction':
          writeRestriction(to, variety.base, variety.facets);
          break;
        case 'list':
          document.element('xs:list', { itemType: nameIn(variety.item, to) }, () => writeAnonymous(to, variety.item));
          break;
        case 'union':
          writeUnion(to, variety.members);
          break;
      }
    },
  );
}

/** The value of `block` or `final`. */
export function listed(derivations: readonly Derivation[] | undefined): string | undefined {
  return derivations?.join(' ');
}

/** A type where it is used, when it has no name. */
export function writeAnonymous(to: SchemaWriting, reference: TypeReference): void {
  if (reference.kind === 'anonymous' && reference.type.kind === 'simple') writeSimpleType(to, reference.type);
}

/** The value of an attribute such as `type` or `base`; undefined for an anonymous type. */
export function nameIn(reference: TypeReference, { prefixedName }: SchemaWriting): string | undefined {
  return reference.kind === 'named' ? prefixedName(reference.name) : undefined;
}

/**
 * Patterns of one xs:restriction are alternatives (XML Schema part 2, 4.3.4.3). Where each of several must match, all but
 * the last stand in restrictions of their own, one inside of the other.
 */
function writeRestriction(to: SchemaWriting, base: TypeReference, facets: Facets): void {
  const [pattern, ...others] = [...(facets.patterns ?? [])].reverse();
  const inner = others.length > 0;
  to.document.element('xs:restriction', { base: inner ? undefined : nameIn(base, to) }, () => {
    if (inner) {
      to.document.element('xs:simpleType', {}, () => writeRestriction(to, base, { patterns: others.reverse() }));
    } else {
      writeAnonymous(to, base);
    }
    for (const value of facets.enumeration ?? []) writeEnumeration(to, value, base);
    writeFacets(to.document, facets, pattern);
  });
}

const others = [
  'whiteSpace',
  'length',
  'minLength',
  'maxLength',
  'totalDigits',
  'fractionDigits',
  'minInclusive',
  'minExclusive',
  'maxInclusive',
  'maxExclusive',
] as const satisfies readonly (keyof Facets)[];

function writeFacets(document: XmlDocument, facets: Facets, pattern: string | undefined): void {
  if (pattern !== undefined) document.element('xs:pattern', { value: pattern });
  for (const name of others) {
    const value = facets[name];
    if (value !== undefined) document.element(`xs:${name}`, { value: String(value) });
  }
}

function writeEnumeration(
  { document, prefixedName, literalOf }: SchemaWriting,
  value: EnumerationValue,
  type: TypeReference,
): void {
  const attributes = { value: literalOf(value.value, type), ...unnamedAttributes(value, prefixedName) };
  document.element('xs:enumeration', attributes, () => annotation(document, value));
}

/**
 * Members count in order, and those that memberTypes names come before those inside (part 2, 4.1.2): from the first
 * anonymous one on, a named one stands inside too, restricted by nothing.
 */
function writeUnion(to: SchemaWriting, members: readonly TypeReference[]): void {
  const names: QName[] = [];
  for (const member of members) {
    if (member.kind === 'anonymous') break;
    names.push(member.name);
  }
  const memberTypes = names.length === 0 ? undefined : names.map(to.prefixedName).join(' ');
  to.document.element('xs:union', { memberTypes }, () => {
    for (const member of members.slice(names.length)) {
      if (member.kind === 'anonymous') writeAnonymous(to, member);
      else writeRestricted(to, member);
    }
  });
}

/** A named type where only an anonymous one is allowed. */
export function writeRestricted(to: SchemaWriting, base: TypeReference): void {
  to.document.element('xs:simpleType', {}, () => writeRestriction(to, base, {}));
}
