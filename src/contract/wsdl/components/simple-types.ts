import { wsdl as kinds } from '../../../diagnostics/index.ts';
import {
  type EnumerationValue,
  type Facets,
  type QName,
  type SimpleType,
  type TypeReference,
  translatePattern,
} from '../../model/index.ts';
import { attributeOf, rawAttributeOf, type XmlElement } from '../document.ts';
import { isOwnFlag, ownAttribute, reservedOf, schemaNotes } from '../documentation.ts';
import type { Declared } from '../symbols.ts';
import { xsdNamespace } from '../xml-names.ts';
import {
  anySimpleType,
  type Builders,
  childNamed,
  contentOf,
  redefinedAs,
  reportOthers,
  type Site,
  siteOf,
} from './builder.ts';
import { derivationsIn } from './derivations.ts';
import { literalIn } from './qname-values.ts';

const varieties: ReadonlySet<string> = new Set(['restriction', 'list', 'union']);

/** An xs:simpleType. @param name of a global one. */
export function buildSimpleType(element: XmlElement, site: Site, name?: QName): SimpleType {
  reportOthers(element, varieties, site);
  const notes = { ...schemaNotes(element, site.document), ...reservedOf(element) };
  const origin = site.document.origin(element, name && 'name');
  const type: SimpleType = {
    kind: 'simple',
    ...(name && { name, final: derivationsIn(element, 'final', site) }),
    ...notes,
    origin,
    mapping: ownAttribute(element, 'mapping'),
    variety: varietyOf(element, site),
  };
  site.scope.marks.mark(type, site.document.findings, site.document.range(element));
  return type;
}

/** The name of a type that is not a child of xs:schema has no meaning. */
export function reportNamed(type: XmlElement, parent: XmlElement, { document }: Site): void {
  const name = attributeOf(type, 'name');
  if (name === undefined) return;
  document.report(kinds.namedAnonymousType, { name, parent: `xs:${parent.local}` }, type, 'name');
}

/** @param isNamed whether the type keeps its name: not if it was redefined. */
export function buildGlobalSimpleType(declared: Declared, builders: Builders, isNamed = true): SimpleType {
  const { element, name, source, redefines } = declared;
  return buildSimpleType(element, siteOf(source, builders, redefines), isNamed ? name : undefined);
}

function varietyOf(element: XmlElement, site: Site): SimpleType['variety'] {
  const child = childNamed(element, 'restriction', 'list', 'union');
  switch (child?.local) {
    case 'restriction':
      return restrictionIn(child, site);
    case 'list':
      return { kind: 'list', item: referenceOrInner(child, 'itemType', site) };
    case 'union':
      return { kind: 'union', members: membersOf(child, site) };
    default:
      site.document.report(
        kinds.missingAttribute,
        { element: 'xs:simpleType', attribute: 'restriction, list or union' },
        element,
      );
      return { kind: 'restriction', base: anySimpleType, facets: {} };
  }
}

function restrictionIn(element: XmlElement, site: Site): SimpleType['variety'] {
  const base = referenceOrInner(element, 'base', site);
  const facets = facetsOf(element, site);
  const { enumeration } = facets;
  if (enumeration === undefined || whiteSpaceOf(base, site, new Set()) !== 'collapse')
    return restrictionOf(base, facets);
  // Values are compared after white space was collapsed (XML Schema part 2, 4.3.6).
  const values = new Map<string, EnumerationValue>();
  for (const one of enumeration) {
    const value = one.value.trim().replace(/[ \t\r\n]+/g, ' ');
    if (!values.has(value)) values.set(value, value === one.value ? one : { ...one, value });
  }
  return restrictionOf(base, { ...facets, enumeration: [...values.values()] });
}

/** How a type treats white space. */
function whiteSpaceOf(reference: TypeReference, site: Site, seen: Set<object>): Facets['whiteSpace'] {
  if (reference.kind === 'named' && reference.name.namespace === xsdNamespace) {
    const { local } = reference.name;
    return local === 'string' || local === 'anySimpleType'
      ? 'preserve'
      : local === 'normalizedString'
        ? 'replace'
        : 'collapse';
  }
  const found = reference.kind === 'named' ? site.scope.find('type', reference.name) : undefined;
  const restriction = found && childNamed(found.element, 'restriction');
  if (found !== undefined && restriction !== undefined && !seen.has(found)) {
    seen.add(found);
    const facet = childNamed(restriction, 'whiteSpace');
    const value = facet && whiteSpaces.find((known) => known === attributeOf(facet, 'value'));
    if (value !== undefined) return value;
    const own = siteOf(found.source, site);
    const name = site.scope.typeName(restriction, 'base', own);
    return name === undefined ? 'preserve' : whiteSpaceOf({ kind: 'named', name }, own, seen);
  }
  if (reference.kind !== 'anonymous' || reference.type.kind !== 'simple') return 'preserve';
  const { variety } = reference.type;
  if (variety.kind !== 'restriction') return 'collapse';
  return variety.facets.whiteSpace ?? whiteSpaceOf(variety.base, site, seen);
}

/** Patterns of several steps must all match (XML Schema part 2, 4.3.4): an anonymous base with patterns alone is one step. */
function restrictionOf(base: TypeReference, facets: Facets): SimpleType['variety'] {
  const inner = base.kind === 'anonymous' && base.type.kind === 'simple' ? base.type : undefined;
  if (inner?.variety.kind === 'restriction' && Object.keys(inner.variety.facets).every((key) => key === 'patterns')) {
    const patterns = [...(inner.variety.facets.patterns ?? []), ...(facets.patterns ?? [])];
    return {
      kind: 'restriction',
      base: inner.variety.base,
      facets: { ...facets, ...(patterns.length > 0 && { patterns }) },
    };
  }
  return { kind: 'restriction', base, facets };
}

/** A type by its name in an attribute, or the anonymous one inside. */
export function referenceOrInner(element: XmlElement, attribute: string, site: Site): TypeReference {
  const { scope, document } = site;
  if (attributeOf(element, attribute) !== undefined) {
    const name = scope.typeName(element, attribute, site);
    const redefined = name && attribute === 'base' ? redefinedAs('type', name, site) : undefined;
    if (redefined !== undefined) return { kind: 'anonymous', type: buildGlobalSimpleType(redefined, site, false) };
    const anonymous = name && anonymousType(name, site);
    if (anonymous !== undefined) return { kind: 'anonymous', type: anonymous };
    const reference: TypeReference = name === undefined ? anySimpleType : { kind: 'named', name };
    if (reference === anySimpleType) return reference;
    scope.marks.mark(reference, document.findings, document.range(element, attribute));
    return reference;
  }
  const inner = childNamed(element, 'simpleType');
  if (inner !== undefined) {
    reportNamed(inner, element, site);
    return { kind: 'anonymous', type: buildSimpleType(inner, site) };
  }
  const parameters = { element: `xs:${element.local}`, attribute: `the attribute ${attribute}` };
  document.report(kinds.missingAttribute, parameters, element);
  return anySimpleType;
}

function membersOf(union: XmlElement, site: Site): readonly TypeReference[] {
  const names =
    attributeOf(union, 'memberTypes')
      ?.split(/\s+/)
      .filter((name) => name !== '') ?? [];
  const named = names.flatMap((text): readonly TypeReference[] => {
    const name = site.scope.resolve('type', text, union, 'memberTypes', site);
    return name === undefined ? [] : [{ kind: 'named', name }];
  });
  const inner = contentOf(union).flatMap((child): readonly TypeReference[] =>
    child.local === 'simpleType' ? [{ kind: 'anonymous', type: buildSimpleType(child, site) }] : [],
  );
  const members = [...named, ...inner];
  return members.length === 0 ? [anySimpleType] : members;
}

/** The type of text that soapwright had to give a name, since XML Schema requires one there. */
export function anonymousType(name: QName, site: Site): SimpleType | undefined {
  const found = site.scope.find('type', name);
  return found !== undefined && isOwnFlag(found.element, 'anonymous')
    ? buildSimpleType(found.element, site)
    : undefined;
}

const numbers = ['length', 'minLength', 'maxLength', 'totalDigits', 'fractionDigits'] as const;
const bounds = ['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'] as const;
const whiteSpaces = ['preserve', 'replace', 'collapse'] as const;

/** The facets in an xs:restriction. */
export function facetsOf(restriction: XmlElement, site: Site): Facets {
  const { document, scope } = site;
  const facets: { -readonly [name in keyof Facets]: Facets[name] } = {};
  const mark = (key: string, at: XmlElement) =>
    scope.marks.markKey(facets, key, document.findings, document.range(at, 'value'));
  const patterns: string[] = [];
  let hasBadPattern = false;
  const enumeration: EnumerationValue[] = [];
  for (const child of contentOf(restriction)) {
    const value = rawAttributeOf(child, 'value');
    const { local } = child;
    if (value === undefined) continue;
    if (local === 'pattern') {
      const translated = translatePattern(value);
      patterns.push(value);
      if (!('fault' in translated)) continue;
      // Alternatives of the same step would reject what this one was to allow.
      hasBadPattern = true;
      document.report(kinds.badPattern, { reason: translated.fault }, child, 'value');
    }
    if (local === 'enumeration') {
      const one = {
        value: literalIn(value, restriction, 'base', site),
        ...schemaNotes(child, site.document),
        origin: document.origin(child, 'value'),
      };
      scope.marks.mark(one, document.findings, document.range(child, 'value'));
      enumeration.push(one);
    } else if (local === 'whiteSpace') {
      const found = whiteSpaces.find((known) => known === value.trim());
      if (found === undefined) document.report(kinds.badValue, { value, what: 'white space' }, child, 'value');
      else facets.whiteSpace = found;
    } else if (isOneOf(numbers, local)) {
      if (/^\s*\+?\d{1,15}\s*$/.test(value)) facets[local] = Number(value);
      else document.report(kinds.badValue, { value, what: local }, child, 'value');
      mark(local, child);
    } else if (isOneOf(bounds, local)) {
      facets[local] = value.trim();
      mark(local, child);
    }
  }
  if (enumeration.length > 0) facets.enumeration = enumeration;
  if (patterns.length > 0 && !hasBadPattern) {
    facets.patterns = [patterns.length === 1 ? (patterns[0] as string) : patterns.map((one) => `(${one})`).join('|')];
  }
  return facets;
}

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}
